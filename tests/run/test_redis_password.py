"""Redis requires a password, as in compose.yaml: every part of the site sends it."""

from __future__ import annotations

import json

import pytest
import redis
from django.conf import settings
from django.urls import reverse

from accounts.models import User
from tests.cast import table_of
from tests.mail_server import PostOffice
from tests.processes import Processes, Visitor, eventually
from tests.redis_server import PASSWORD, RedisServer
from tests.run.test_survival import draw

pytestmark = pytest.mark.redis


def kinds(client: redis.Redis) -> set[str]:
    keys = [key.decode() for key in client.scan_iter()]
    queues = {f"_kombu.binding.{queue.name}" for queue in settings.CELERY_TASK_QUEUES}
    found = {"limits" for key in keys if key.startswith("LIMITS:")}
    found |= {"cache" for key in keys if key.startswith(":2:")}
    return found | {"queues" for key in keys if key in queues}


def test_every_part_of_the_site_signs_in_at_redis(
    processes: Processes, own_redis: RedisServer, post: PostOffice, alice: User, bob: User
) -> None:
    with redis.Redis(port=own_redis.port) as stranger, pytest.raises(redis.AuthenticationError):
        stranger.ping()
    web, sockets, _background = processes.start("web", "sockets", "background")
    game = table_of(alice, bob)
    with Visitor(alice).listen(sockets, game.public_id) as page:
        assert json.loads(page.recv(20))["version"] == game.version
        assert draw(web, game).status == 303
        assert json.loads(page.recv(20))["version"] == game.version + 1
    Visitor().post(f"{web.url}{reverse('account_login')}", login="alice", password="wrong")
    eventually(lambda: post.mails, 60, processes.said)
    with redis.Redis.from_url(own_redis.url) as client:
        assert kinds(client) == {"limits", "cache", "queues"}
    ready = Visitor().get(f"{web.url}/readyz")
    assert ready.status == 200, ready.text
    said = "".join(log.read_text() for log in processes.logs)
    assert "NOAUTH" not in said and PASSWORD not in said


def test_a_wrong_password_is_told_apart_by_whoever_probes(processes: Processes, own_redis: RedisServer) -> None:
    processes.environment["REDIS_URL"] = own_redis.url.replace(PASSWORD, "Rhubarb")
    (web,) = processes.start("web")
    assert Visitor().get(f"{web.url}/healthz").status == 200
    ready = Visitor().get(f"{web.url}/readyz")
    assert (ready.status, "redis" in ready.text.lower()) == (503, True)
    assert Visitor().get(f"{web.url}/about/").status == 200
