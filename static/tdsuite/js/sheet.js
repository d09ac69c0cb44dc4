// A player's sheet. What is typed stays on this phone until the server has it, and what was sent is sent again after a lost
// connection: with the key the server gave to the form, so that twice is once. Without this script the same forms post.
// #sheet carries data-keep (under which name figures are kept here) and data-version (which version is shown).
// A station keeps nothing between two pages: data-keep is missing there, and figures stay in the page alone.
"use strict";

(() => {
  const PATIENCE_MS = 20000;
  const RETRY_MS = [1500, 3000, 6000, 12000];
  let pending = null; // { action, body }: what was sent and not answered yet
  let tries = 0;
  let timer = 0;
  let busy = false;
  const here = {}; // at a station: what this page alone keeps, until it is left

  const sheet = () => document.getElementById("sheet");
  const typedForm = () => sheet()?.querySelector("form[data-typed]");
  const name = (part) => (sheet()?.dataset.keep ? `${sheet().dataset.keep}:${part}` : "");

  // Storage may be switched off: then the page alone keeps the figures.
  function keep(part, value) {
    here[part] = value;
    if (!name(part)) return;
    try {
      if (value === null) localStorage.removeItem(name(part));
      else localStorage.setItem(name(part), JSON.stringify(value));
    } catch {
      /* the figures still stand in the page */
    }
  }

  function kept(part) {
    try {
      return name(part) ? JSON.parse(localStorage.getItem(name(part))) : (here[part] ?? null);
    } catch {
      return null;
    }
  }

  function tell(state) {
    const place = document.getElementById("sheet-sent");
    if (!place) return;
    const says = place.dataset[`says${state.charAt(0).toUpperCase()}${state.slice(1)}`] || ""; // in the reader's language
    place.textContent = says;
    place.dataset.state = state;
    place.hidden = !says;
  }

  const fieldsOf = (form) => [...form.elements].filter((field) => field.name && field.type !== "hidden" && field.type !== "submit");

  function valuesOf(form) {
    const values = {};
    for (const field of fieldsOf(form)) {
      if (field.type === "radio" ? field.checked : field.type !== "checkbox") values[field.name] = field.value;
      if (field.type === "checkbox") values[field.name] = field.checked;
    }
    return values;
  }

  function refill(form, values) {
    for (const field of fieldsOf(form)) {
      if (!(field.name in values)) continue;
      if (field.type === "radio") field.checked = field.value === values[field.name];
      else if (field.type === "checkbox") field.checked = values[field.name];
      else if (field.value === (field.defaultValue ?? field.value)) field.value = values[field.name]; // not over what is typed now
    }
    for (const around of form.querySelectorAll("details")) {
      if (fieldsOf(form).some((field) => around.contains(field) && field.type !== "radio" && (field.type === "checkbox" ? field.checked : field.value))) around.open = true;
    }
    form.closest("details")?.setAttribute("open", "");
  }

  // Figures go back only into the form they were typed in: those for a first entry are no petition.
  function putBack(typed) {
    const form = typedForm();
    if (!typed || !form || typed.action !== form.action) return false;
    refill(form, typed.values);
    form.dataset.filled = "yes";
    return true;
  }

  function show(page) {
    const fresh = page.getElementById("sheet");
    if (!fresh) return false;
    sheet().replaceWith(fresh);
    window.htmx?.process(fresh);
    document.dispatchEvent(new CustomEvent("htmx:afterSettle")); // tdsuite/js/live.js looks which topics are watched
    return true;
  }

  function drop() {
    pending = null;
    keep("pending", null);
  }

  // What the server answers, and its page; no answer where the connection is lost.
  async function asked(address, more) {
    const signal = AbortSignal.timeout ? AbortSignal.timeout(PATIENCE_MS) : undefined;
    try {
      const answer = await fetch(address, { ...more, headers: { "X-Sheet": "1" }, signal });
      return { answer, page: new DOMParser().parseFromString(await answer.text(), "text/html") };
    } catch {
      return { answer: null, page: null };
    }
  }

  async function send() {
    if (!pending || busy) return;
    clearTimeout(timer);
    busy = true;
    tell("sending");
    const { answer, page } = await asked(pending.action, { method: "POST", body: new URLSearchParams(pending.body) });
    busy = false;
    if (!answer || answer.status >= 500) return again();
    tries = 0;
    const told = page.getElementById("sheet-told");
    if (answer.ok && told) return done(told);
    arrived(answer, page);
  }

  // The server has it. Where the connection is lost now, the sheet follows by itself once it is back (tdsuite/js/live.js).
  async function done(told) {
    drop();
    keep("typed", null);
    const { answer, page } = await asked(sheet().getAttribute("hx-get"), {});
    if (answer?.ok) show(page);
    else setTimeout(() => window.htmx?.trigger(sheet(), "live"), RETRY_MS[0]);
    document.getElementById("sheet-told")?.remove();
    document.getElementById("sheet-sent").after(told);
    tell("sent");
    window.scrollTo({ top: 0 });
  }

  function arrived(answer, page) {
    if (answer.status === 401) return tell("out"); // pending stays: after signing in it is sent again
    if (answer.ok || !page.getElementById("sheet")) {
      drop();
      return tell(answer.redirected ? "out" : "stale");
    }
    const typed = kept("typed");
    drop();
    show(page);
    putBack(typed);
    const told = document.getElementById("sheet-told");
    tell(told?.querySelector("form") ? "" : "refused"); // a question says itself that nothing is signed
    (told ?? document.getElementById("sheet-sent")).scrollIntoView({ block: "nearest" });
  }

  function again() {
    tell("waiting");
    timer = setTimeout(send, RETRY_MS[Math.min(tries, RETRY_MS.length - 1)]);
    tries += 1;
  }

  // Before tdsuite/js/tdsuite.js hears of it, which would switch the buttons off.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("#sheet form[method=post]")) return;
    event.preventDefault();
    if (busy) return; // pressed twice
    const body = [...new FormData(form, event.submitter)].filter(([, value]) => typeof value === "string");
    pending = { action: form.action, body };
    keep("pending", pending);
    tries = 0;
    send();
  }, true);

  document.addEventListener("input", (event) => {
    const form = event.target.closest?.("form[data-typed]");
    if (!form) return;
    keep("typed", { action: form.action, values: valuesOf(form) });
    tell("typed");
  });

  // What is not filled in must be seen, also where it stands folded away.
  document.addEventListener("invalid", (event) => event.target.closest("details")?.setAttribute("open", ""), true);

  // The page follows by itself, but nothing is taken from under the fingers: the same version leaves the page as it is.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id !== "sheet") return;
    const page = new DOMParser().parseFromString(event.detail.xhr.responseText, "text/html");
    const same = page.getElementById("sheet")?.dataset.version === sheet().dataset.version;
    if (same || busy) event.detail.shouldSwap = false;
  });
  document.addEventListener("htmx:afterSettle", () => {
    if (sheet() && typedForm() && !typedForm().dataset.filled && putBack(kept("typed")) && !pending) tell("typed");
  });

  for (const wakes of ["online", "pageshow"]) window.addEventListener(wakes, () => pending && send());
  document.addEventListener("visibilitychange", () => !document.hidden && pending && send());
  window.addEventListener("beforeunload", (event) => {
    if (pending && !sheet()?.dataset.keep) event.preventDefault(); // where nothing is kept, leaving would lose it
  });

  function begin() {
    if (putBack(kept("typed"))) tell("typed");
    pending = kept("pending");
    if (!pending) return;
    const token = sheet().querySelector("[name=csrfmiddlewaretoken]")?.value;
    pending.body = pending.body.map(([key, value]) => [key, key === "csrfmiddlewaretoken" && token ? token : value]);
    send();
  }

  if (sheet()) begin();
})();
