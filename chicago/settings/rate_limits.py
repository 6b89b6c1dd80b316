"""Rate limits, applied by ``accounts/access/rate_limits.py``."""

ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "5/m/ip,30/h/ip",
    "reset_password": "5/m/ip,30/h/ip",
    "reset_password_from_key": "20/m/ip",
    "manage_email": "5/m/user,20/h/user",
    "confirm_email": "",
    "change_password": "5/m/user",
    "reauthenticate": "5/m/user",
}
"""allauth's own limits, far above normal use.

The limits by account and mail address are below, because allauth does not tell users the reason and the time to wait.
"""

_ALLAUTH_ACTIONS = ("login", "signup", "reset_password_from_key", "manage_email", "change_password", "reauthenticate")
"""Actions of allauth that the site itself also limits, at the same rates, because allauth sends no Retry-After."""

RATE_LIMITS = {
    "move": "240/m/key",
    "hint": "12/m/key,200/h/key,60/m/ip",
    "standing_order": "60/m/key",
    "plan": "60/m/key",
    "join": "30/m/key",
    "open_table": "10/m/key,60/h/key",
    "guest": "10/m/ip,60/h/ip",
    "vote": "30/m/key",
    "chat": "30/m/key",
    "mark_read": "120/m/key",
    "note": "60/m/key",
    "invite": "20/m/key,60/h/key,200/d/key",
    "friend": "20/m/key,100/d/key",
    "block": "20/m/key",
    "report": "5/m/key,30/d/key",
    "review": "20/m/key",
    "appeal": "5/m/key,20/d/key",
    "export": "3/h/key,10/d/key",
    "test_notice": "6/m/key",
    "destination": "20/m/key",
    "notice_address": "5/10m/key,20/d/key,30/h/ip",
    "settings": "30/m/key",
    "call": "10/h/key",
    "token": "10/h/key,20/d/key",
    "api": "240/m/key",
    "api_token": "60/m/ip",
    "stream": "30/m/key",
    "oauth_token": "120/m/ip",
    "oauth_device": "20/m/ip",
    "oauth_consent": "30/m/key",
    "oauth_code": "30/m/key,120/h/key",
    "feed": "120/m/ip",
    "email_link": "60/m/ip",
    "socket": "120/m/key,600/m/ip",
    "reset_password": "5/m/ip,30/h/ip",
    "account_mail": "3/10m/key,20/d/key",
    "sign_in_failed": "10/m/key",
    "sign_in_here": "5/5m/key",
    "sign_in_anywhere": "100/h/key,500/d/key",
    **{action: ACCOUNT_RATE_LIMITS[action] for action in _ALLAUTH_ACTIONS},
}
