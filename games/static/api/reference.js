// The API's page: sends the request that a form describes, with the token, and shows the answer.

const LONGEST = 20000;

const addressOf = (form) => {
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const field of form.querySelectorAll("[data-in]")) {
    if (field.dataset.in === "path") path = path.replace(`{${field.name}}`, encodeURIComponent(field.value.trim()));
    if (field.dataset.in === "query" && field.value) query.set(field.name, field.value);
  }
  return query.size ? `${path}?${query}` : path;
};

const headersOf = (form) => {
  const headers = { "Accept-Language": document.documentElement.lang };
  const token = document.getElementById("token").value.trim();
  if (token) headers.Authorization = `Bearer ${token}`;
  for (const field of form.querySelectorAll('[data-in="header"]')) if (field.value) headers[field.name] = field.value;
  return headers;
};

const shown = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

// A stream has no end: what comes first is shown, and the connection is closed.
const beginningOf = async (answer) => {
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += part.value;
    const endless = !/json(;|$)/.test(answer.headers.get("Content-Type") ?? "");
    if (text.length > LONGEST || (endless && answer.url.includes("/stream"))) {
      await reader.cancel();
      break;
    }
  }
  return text.slice(0, LONGEST);
};

const show = (form, lines) => {
  const place = form.querySelector(".api-answer");
  const text = document.createElement("pre");
  text.tabIndex = 0;
  text.textContent = lines;
  place.replaceChildren(text);
};

const send = async (form) => {
  const options = { method: form.dataset.method, headers: headersOf(form), credentials: "omit" };
  const body = form.querySelector('[data-in="body"]');
  if (body) {
    try {
      options.body = JSON.stringify(JSON.parse(body.value));
    } catch {
      show(form, form.dataset.malformed);
      return;
    }
    options.headers["Content-Type"] = "application/json";
  }
  let answer;
  try {
    answer = await fetch(addressOf(form), options);
  } catch {
    show(form, form.dataset.away);
    return;
  }
  const text = answer.body ? shown(await beginningOf(answer)) : "";
  show(form, `${answer.status} ${answer.statusText}\n${text}`);
};

document.addEventListener("submit", (event) => {
  const form = event.target.closest(".api-try");
  if (!form) return;
  event.preventDefault();
  send(form);
});

// Examples can be copied (js/copy.js), without the answers in them.
const article = document.querySelector(".api");
for (const [number, example] of article.querySelectorAll("pre").entries()) {
  const words = example.cloneNode(true);
  for (const answer of words.querySelectorAll("i")) answer.remove();
  example.id = `example-${number}`;
  example.dataset.text = words.textContent.trimEnd();
  const button = document.createElement("button");
  button.type = "button";
  button.className = "btn btn--small";
  button.textContent = article.dataset.button;
  button.dataset.copy = example.id;
  const status = document.createElement("p");
  status.id = `${example.id}-copied`;
  status.className = "hint copy-status";
  status.role = "status";
  Object.assign(status.dataset, { copied: article.dataset.copied, failed: article.dataset.failed });
  const frame = document.createElement("div");
  frame.className = "api-example";
  example.replaceWith(frame);
  frame.append(example, button, status);
}

// A link to a request or a schema opens it.
const open = () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (let each = target?.closest("details"); each; each = each.parentElement.closest("details")) each.open = true;
  target?.scrollIntoView();
};
addEventListener("hashchange", open);
open();
