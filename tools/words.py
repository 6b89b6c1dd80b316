"""Names that were replaced must not come back: ``python tools/words.py`` says where one does."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = (".css", ".html", ".js", ".py", ".toml", ".txt")
REPLACED = {
    "agreed_time": "time_fields",
    "all_up": "reveal_all",
    "as_acting": "request.viewer",
    "all_ways_to_be_away": "default_away",
    "asked_at": "turn_started_at, started_at, requested_at",
    "befriending": "friendship_changed",
    "btray": "bribery-tray",
    "check_acts": "check_audit_log",
    "check_likeness": "validate_not_confusable",
    "binding_words": "agreement_sentences",
    "CodeWords": "CodeFieldMixin",
    "confirmed_only": "verified_email_only",
    "dcard": "discard-card",
    "contest_words": "entry_sentences",
    "default_way": "default_kind",
    "Differs": "ReplayMismatch",
    "done_to": "affects",
    "doorbook": "auth_log",
    "doorway": "middleware, error_views",
    "Doorway": "SecurityHeadersMiddleware",
    "FarewellForm": "DeleteAccountForm",
    "figbox": "chart-box",
    "for_browser": "browser_data",
    "ForgottenForm": "ResetPasswordForm",
    "formh": "form-heading",
    "gave_up": "resigned",
    "games_act": "games_moderationaction",
    "GUESTS_STAY": "GUEST_LIFETIME",
    "halting": "termination",
    "how_it_ended": "result_of",
    "is_alike": "is_confusable",
    "JoinForm": "SignUpForm",
    "LADDER": "HAND_RANKINGS",
    "lately_of": "punctuality_of",
    "lcard": "limousine-card",
    "letters_of": "mails_in",
    "linkb": "btn-link",
    "lobico": "game-icon",
    "logbook": "log",
    "look_or_404": "table_access_or_404",
    "mail_readers_only": "dev_mailbox_only",
    "ModestConsumer": "RateLimitedConsumer",
    "MOST_CARDS": "MAX_CARDS",
    "most_met": "frequent_opponents",
    "moved_in_place": "made_by",
    "next_staged": "next_highlight",
    "NOT_ASKED": "NOT_LOADED",
    "_not_begun": "_untouched_practice_table",
    "note-said": "note-status",
    "NotTaken": "DeliveryError",
    "obey": "automatic_move",
    "okrow": "check-row",
    "oktick": "check-mark",
    "on_commit_talk": "on_commit_chat",
    "OurWords": "FieldTextsMixin",
    "owing": "enqueue, outbox",
    "OwnCookie": "HostCookieStorage",
    "OwnPages": "OriginMiddleware",
    "pcard": "tray-card",
    "peekboard": "teaser",
    "pace_words": "pace_label",
    "Particulars": "ActionDetails",
    "played_again": "replay_steps",
    "put_list_away": "delete_saved_list",
    "rating_owed": "rating_pending",
    "recently_confirmed": "recently_reauthenticated",
    "RightsInWords": "TranslatedPermissionsMixin",
    "rrow": "reveal-row",
    "rules_of_the_house": "default_rules",
    "Rung": "HandRanking",
    "SecondStepAdapter": "MFAAdapter",
    "sendoff": "reinforcement",
    "shown_hands": "hands_context",
    "shown_packs": "packs_context",
    "shown_twice": "mfa_recently_used",
    "Shuffled": "RecordedShuffle",
    "SignsOutByPress": "LogoutOnPostMixin",
    "Sitter": "SeatedPlayer",
    "sseat": "seat-item",
    "STAGED": "HIGHLIGHTS",
    "Staging": "Highlights",
    "swtray": "swedish-tray",
    "table_of_choices": "general",
    "talk-box": "chat-box",
    "talk-form": "chat-form",
    "talk_group": "chat_group",
    "told_in": "mail_language",
    "totalk": "chat-link",
    "unseal": "decrypt",
    "way_to_work": "redirect_to_staff_login",
    "WordsOfTheSite": "SiteWordsValidator",
    "zone_place": "zone_city",
}
WORDS = re.compile(rf"\b({'|'.join(REPLACED)})\b")


def main() -> int:
    """The command. Its exit status: 1 if a replaced name is used."""
    listed = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True)
    found = [
        f"{name}:{at}: {match[1]}; write {REPLACED[match[1]]}\n"
        for name in sorted(set(listed.stdout.splitlines()))
        # Migrations are history: they name fields as they were then.
        if name.endswith(SOURCES) and name != "tools/words.py" and "/migrations/" not in name
        if (ROOT / name).is_file()
        for at, line in enumerate((ROOT / name).read_text(encoding="utf-8").split("\n"), 1)
        if (match := WORDS.search(line))
    ]
    sys.stdout.writelines(found)
    return 1 if found or listed.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
