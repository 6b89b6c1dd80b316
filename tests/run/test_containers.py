"""The containers: the programs that read compose.yaml and Caddyfile accept them."""

from __future__ import annotations

import re
import shutil
import subprocess
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import yaml

from tests.needs import skip_or_fail
from tests.processes import COMMANDS
from tests.run.caddy import caddy, caddyfile
from tests.site import ROOT

COMPOSE_FILE = yaml.safe_load((ROOT / "compose.yaml").read_text())
COMPOSE = COMPOSE_FILE["services"]
VARIABLES = {
    "DATABASE_PASSWORD": "secret",
    "REDIS_PASSWORD": "secret",
    "SECRET_KEY": "long",
    "SITE_URL": "https://room.example.org",
    "ALLOWED_HOSTS": "room.example.org",
    "EMAIL_URL": "smtp://mail.example.org",
    "DEFAULT_FROM_EMAIL": "table@room.example.org",
}


def plain(command: str) -> str:
    """Return a command of compose.yaml in the form of the Procfile."""
    return command.removeprefix("sh -c 'exec ").removesuffix("'").replace("$$", "$")


def test_the_containers_run_the_processes_of_the_procfile() -> None:
    assert {name: plain(COMPOSE[name]["command"]) for name in COMMANDS} == dict(COMMANDS)


def test_the_metrics_are_published_by_no_container_and_asked_by_no_proxy() -> None:
    assert [name for name, service in COMPOSE.items() if service.get("ports")] == ["proxy"]
    assert not re.search("metrics|9464", (ROOT / "Caddyfile").read_text())


def test_every_long_running_container_has_a_health_check() -> None:
    staying = [name for name, service in COMPOSE.items() if service.get("restart") != "no"]
    assert {*COMMANDS, "backup", "proxy", "postgres", "redis"} == set(staying)
    assert not [name for name in staying if not COMPOSE[name].get("healthcheck", {}).get("test")]
    assert COMPOSE["web"]["deploy"]["replicas"] == 2


def test_redis_has_a_password_and_a_network_of_its_own() -> None:
    assert COMPOSE_FILE["networks"]["redis"]["internal"] is True
    assert {name for name, service in COMPOSE.items() if "redis" in service.get("networks", [])} == {
        *COMMANDS,
        "backup",
        "migrate",
        "redis",
    }
    assert COMPOSE["redis"]["networks"] == ["redis"] and "ports" not in COMPOSE["redis"]
    assert COMPOSE["redis"]["environment"]["REDISCLI_AUTH"] == "${REDIS_PASSWORD}"
    assert not [word for word in COMPOSE["redis"]["command"] if "${" in word], "every process may read arguments"
    assert COMPOSE["web"]["environment"]["REDIS_URL"].startswith("redis://:${REDIS_PASSWORD:?")


def test_compose_sets_only_settings_that_are_explained() -> None:
    explained = (ROOT / "docs" / "reference" / "settings.md").read_text()
    assert not [name for name in COMPOSE["web"]["environment"] if f"`{name}`" not in explained]


def test_the_example_of_env_has_every_variable_that_compose_needs() -> None:
    named = set(re.findall(r"^([A-Z_]+)=", (ROOT / ".env.example").read_text(), re.MULTILINE))
    assert set(re.findall(r"\$\{([A-Z_]+):?\?", (ROOT / "compose.yaml").read_text())) == set(VARIABLES) <= named
    explained = (ROOT / "docs" / "reference" / "settings.md").read_text()
    assert not [name for name in named - {"DATABASE_PASSWORD", "REDIS_PASSWORD"} if f"`{name}`" not in explained]


def test_every_container_is_bounded() -> None:
    for name, service in COMPOSE.items():
        assert service["read_only"] is True, name
        assert service["cap_drop"] == ["ALL"], name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"]), name
        assert service["pids_limit"] == 256, name
        assert service.get("cpus") == (None if name == "postgres" else 1), name
        assert service["logging"] == {"driver": "local", "options": {"max-size": "10m", "max-file": "5"}}, name
    assert {name: each["cap_add"] for name, each in COMPOSE.items() if "cap_add" in each} == {
        "proxy": ["NET_BIND_SERVICE"]
    }


def test_images_have_exact_versions() -> None:
    """Versions are used instead of digests, which can't be looked up from the development machine."""
    images = {service["image"] for service in COMPOSE.values() if "build" not in service}
    images |= set(re.findall(r"^FROM (\S+)", (ROOT / "Dockerfile").read_text(), re.MULTILINE))
    assert len(images) == 4
    assert not [image for image in images if not re.search(r":\d+\.\d+(\.\d+)?-[a-z-]+$", image)]


@pytest.mark.whole
def test_the_images_were_compared_with_the_known_holes_within_90_days() -> None:
    """Runs only in `make test-all`, because the passing of time must not fail an unrelated change."""
    assert datetime.now(UTC).date() - COMPOSE_FILE["x-images-checked"] <= timedelta(days=90)


def test_the_files_of_open_data_are_one_volume_for_the_processes_that_make_and_serve_them() -> None:
    volume = "open-data:/srv/back-room/var/open-data"
    assert [name for name in COMMANDS if volume not in COMPOSE[name]["volumes"]] == []
    assert f"{volume}:ro" in COMPOSE["backup"]["volumes"]


def test_backups_are_made_by_the_databases_own_major_version() -> None:
    """The base images use Debian trixie, which has PostgreSQL 17."""
    ((major, debian),) = re.findall(r"^postgres:(\d+)\.\d+-([a-z]+)$", COMPOSE["postgres"]["image"])
    dockerfile = (ROOT / "Dockerfile").read_text()
    assert re.findall(r"^FROM \S+-([a-z]+)$", dockerfile, re.MULTILINE) == [debian] == ["trixie"]
    installed = re.findall(r"apt-get install (?:--\S+ )*([^&]+) &&", dockerfile)
    assert installed == [f"postgresql-client-{major}"]


def test_the_metrics_answer_their_own_network_alone() -> None:
    (network,) = COMPOSE_FILE["networks"]["metrics"]["ipam"]["config"]
    assert [name for name, service in COMPOSE.items() if "metrics" in service.get("networks", [])] == ["background"]
    allowed = COMPOSE["background"]["environment"]["METRICS_ALLOWED"]
    assert allowed == f"${{METRICS_ALLOWED:-127.0.0.0/8,{network['subnet']}}}"


def checked(*command: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Return a program's report on a file. Without the program, fail on CI and skip the test on other machines."""
    if shutil.which(command[0]) is None:
        skip_or_fail(f"needs {command[0]}")
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_compose_accepts_its_file(tmp_path: Path) -> None:
    shutil.copy(ROOT / "compose.yaml", tmp_path)
    env = tmp_path / ".env"
    env.write_text("".join(f"{name}={value}\n" for name, value in VARIABLES.items()))
    answer = checked("docker-compose", "config", "--quiet", folder=tmp_path)
    assert (answer.returncode, answer.stderr) == (0, "")
    env.write_text("".join(f"{name}={value}\n" for name, value in VARIABLES.items() if name != "REDIS_PASSWORD"))
    answer = checked("docker-compose", "config", "--quiet", folder=tmp_path)
    assert answer.returncode != 0 and "set a password of letters and digits in .env" in answer.stderr


def test_caddy_accepts_its_file(tmp_path: Path) -> None:
    text = (ROOT / "Caddyfile").read_text()
    (tmp_path / "Caddyfile").write_text(text)
    formatted = caddy("fmt", "Caddyfile", folder=tmp_path)
    assert (formatted.returncode, formatted.stdout) == (0, text)
    (tmp_path / "Caddyfile").write_text(caddyfile(tmp_path).replace("{$SITE_ADDRESS}", VARIABLES["SITE_URL"]))
    answer = caddy("adapt", "--config", "Caddyfile", "--validate", folder=tmp_path)
    assert answer.returncode == 0, answer.stderr
