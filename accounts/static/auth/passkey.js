// Starts allauth's script for the form that asks for a passkey, and shows what the browser could not do.

const form = document.querySelector("form[data-passkey]");
const able = window.PublicKeyCredential && window.isSecureContext;

function start() {
  const failed = form.querySelector("[data-failed]");
  const button = form.querySelector("button");
  form.hidden = button.hidden = false;
  for (const each of form.querySelectorAll("[data-able]")) each.hidden = false;
  document.addEventListener("allauth.error", (event) => {
    event.preventDefault();
    failed.hidden = false;
    button.disabled = false;
  });
  const { passkey } = form.dataset;
  const ids = {
    [passkey]: button.id,
    credential: form.elements.credential.id,
    passwordless: form.elements.passwordless?.id,
  };
  if (document.getElementById("passkey-options")) ids.data = "passkey-options";
  window.allauth.webauthn.forms[`${passkey}Form`]({ ids });
  button.addEventListener("click", () => {
    failed.hidden = true;
  });
}

if (able) start();
else form.querySelector("[data-unable]")?.removeAttribute("hidden");
