"""URLs of OAuth, with the names used by allauth's identity provider, and of the page of programs."""

from django.urls import include, path

from accounts.oauth.views import consent, endpoints, programs

provider = [
    path("oauth/authorize/", consent.authorization, name="authorization"),
    path("oauth/device/", consent.device_authorization, name="device_authorization"),
    # Below the API's root: no cookies, open to other origins.
    path("api/oauth/token", endpoints.token, name="token"),
    path("api/oauth/revoke", endpoints.revoke, name="revoke"),
    path("api/oauth/device", endpoints.device_code, name="device_code"),
    path(".well-known/openid-configuration", endpoints.metadata, name="configuration"),
    path(".well-known/oauth-authorization-server", endpoints.metadata, name="oauth-metadata"),
    path(".well-known/jwks.json", endpoints.jwks, name="jwks"),
]

urlpatterns = [
    path("", include(([path("", include((provider, "oidc")))], "idp"))),
    path("settings/tokens/programs/", programs.list_programs, name="programs"),
    path("settings/tokens/programs/register/", programs.register_program, name="register-program"),
    path("settings/tokens/programs/<int:pk>/revoke/", programs.revoke_program, name="revoke-program"),
    path("settings/tokens/programs/<slug:client_id>/delete/", programs.delete_program, name="delete-program"),
]
