// Paper sheets one after the other: Enter goes from field to field and from the last one sends. The fields are free for the
// next sheet at once; one that is not taken stays in the list and comes back by the arrow up. The letter o leads to the
// overtime and Enter from there back. What the sheet would count stands below it as soon as the typist pauses; nothing waits
// for that. Without this script the same form sends one sheet at a time.
"use strict";

(() => {
  const form = document.getElementById("paper-form");
  const done = document.getElementById("paper-done");
  const told = document.getElementById("paper-told");
  if (!form) return;
  const PATIENCE_MS = 30000;
  const ORDER = ["table", "first_score", "second_score", "started", "seen", "lines"];
  const dispute = document.getElementById("paper-dispute");
  const lines = document.getElementById("paper-lines"); // asked where lines stand with the game
  const over = document.getElementById("paper-over"); // not there where overtime costs nothing
  const OVER = over ? ["over_one", "over_two"] : [];
  const KEPT = 12; // lines shown
  const LOOK_MS = 250;
  const queue = [];
  const refused = []; // { values, line }, oldest first
  let busy = false;
  let look = 0;
  let looking = null; // the request for what the sheet would count
  let back = "seen"; // where Enter leads from the overtime
  const field = (name) => form.elements[name];

  // The names beside the two scores, as soon as the table is known.
  function names() {
    const typed = field("table").value.trim().toLowerCase();
    const number = typed.startsWith("#") ? typed.slice(1) : "";
    const rows = [...document.querySelectorAll("#paper-open [data-table]")];
    const row = typed && rows.find((one) => (number ? one.dataset.numbers.split(" ").includes(number) : one.dataset.table === typed));
    const turned = row && number && row.dataset.numbers.split(" ")[1] === number;
    const pair = row ? [row.dataset.first, row.dataset.second] : ["First score", "Second score"];
    if (turned) pair.reverse();
    document.getElementById("name-one").textContent = pair[0];
    document.getElementById("name-two").textContent = pair[1];
    for (const [at, name] of OVER.entries()) document.getElementById(`${name}-name`).textContent = row ? pair[at] : ["First player’s overtime", "Second player’s overtime"][at];
    for (const one of rows) one.classList.toggle("up-next", one === row);
    dispute.hidden = !(row && "dispute" in row.dataset) && !field("dispute").value;
    lines.hidden = !(row && "lines" in row.dataset) && !field("lines").value;
    field("started").placeholder = row && ["assigned", "balance", "drawn"].includes(row.dataset.starts) ? (turned ? "2" : "1") : "";
  }

  // What the typed overtime costs, as the server will say.
  function costs() {
    const { points: charge, perSeconds, part } = over ? over.dataset : {};
    for (const name of OVER) {
      const typed = field(name).value.trim().replace(/^[-−]/, "");
      const time = /^(\d{1,3})[:.,]([0-5]\d)$/.exec(typed);
      const seconds = time ? 60 * time[1] + Number(time[2]) : 0;
      const points = time ? charge * Math.floor((seconds + (part === "1" ? perSeconds - 1 : 0)) / perSeconds) : /^\d{1,4}$/.test(typed) ? Number(typed) : 0;
      document.getElementById(`${name}-costs`).textContent = points ? `−${points}` : "";
    }
  }

  // What the sheet would count, asked for once the typist pauses. It is gone as soon as another figure is typed.
  function foresee() {
    clearTimeout(look);
    if (looking) looking.abort();
    document.getElementById("paper-typing").replaceChildren();
    if (field("table").value && field("first_score").value && field("second_score").value) look = setTimeout(askWhat, LOOK_MS);
  }

  async function askWhat() {
    const there = document.getElementById("paper-typing");
    const names = ["table", "first_score", "second_score", "lines", ...OVER];
    const typed = new URLSearchParams(names.map((name) => [name, field(name).value]));
    looking = new AbortController();
    try {
      const answer = await fetch(`${there.dataset.from}?${typed}`, { signal: looking.signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      there.replaceWith(page.getElementById("paper-typing") || there);
    } catch {
      // another figure was typed, or there is no answer: the sheet can be sent all the same
    }
  }

  function go(name) {
    if (OVER.includes(name)) over.open = true;
    field(name).focus();
    field(name).select();
  }

  function put(values) {
    for (const name of [...ORDER, ...OVER]) field(name).value = values[name] || "";
    if (over) over.open = OVER.some((name) => field(name).value);
    back = "seen";
    names();
    costs();
    foresee();
    field("table").focus();
    field("table").select();
  }

  function clear() {
    form.reset();
    put({});
  }

  function tell(text, ok) {
    const note = Object.assign(document.createElement("p"), { className: `note ${ok ? "success" : "error"}`, textContent: text });
    if (!ok) note.setAttribute("role", "alert");
    told.replaceChildren(note);
  }

  async function send({ body }) {
    const signal = AbortSignal.timeout ? AbortSignal.timeout(PATIENCE_MS) : undefined;
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "X-Sheet": "1" }, signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const said = page.getElementById("entered");
      if (said) return [said.dataset.ok === "yes", said.textContent];
      return [false, answer.redirected ? "NOT entered: you are logged out. Log in again in another tab." : `NOT entered: the server answered ${answer.status}. Send it again; nothing is entered twice.`];
    } catch {
      return [false, "No answer from the server. Send it again; nothing is entered twice."];
    }
  }

  async function work() {
    if (busy) return;
    busy = true;
    while (queue.length) {
      const one = queue.shift();
      const [ok, text] = await send(one);
      one.line.textContent = ok ? text : `${one.values.table}: ${one.values.one}–${one.values.two}. ${text}`;
      one.line.className = ok ? "good" : "bad";
      tell(text, ok);
      if (!ok) refused.push(one);
      while (done.childElementCount > KEPT && done.lastElementChild.className === "good") done.lastElementChild.remove();
    }
    busy = false;
  }

  function submit() {
    const body = new FormData(form);
    const values = Object.fromEntries([...ORDER, ...OVER].map((name) => [name, field(name).value]));
    const line = Object.assign(document.createElement("li"), { className: "sent", textContent: `${values.table}: ${values.one}–${values.two}` });
    done.prepend(line);
    queue.push({ body, values, line });
    clear();
    work();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    submit();
  });

  form.addEventListener("keydown", (event) => {
    const place = ORDER.indexOf(event.target.name);
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === "Escape") return clear();
    if (event.key === "ArrowUp" && refused.length) {
      event.preventDefault();
      const one = refused.shift();
      one.line.remove();
      return put(one.values);
    }
    if (over && event.key.toLowerCase() === "o" && place > 0) {
      event.preventDefault();
      back = event.target.value ? ORDER[Math.min(place + 1, ORDER.length - 1)] : ORDER[place];
      if (back === "lines" && lines.hidden) back = "seen";
      return go(OVER[0]);
    }
    const path = place < 0 ? [...OVER, back] : ORDER.filter((name) => name !== "lines" || !lines.hidden);
    const next = path[path.indexOf(event.target.name) + 1];
    if (event.key !== "Enter" || !path.includes(event.target.name) || !next) return;
    event.preventDefault();
    go(next);
  });

  field("table").addEventListener("input", names);
  form.addEventListener("input", foresee);
  for (const name of OVER) field(name).addEventListener("input", costs);
  document.addEventListener("htmx:afterSettle", names);
  window.addEventListener("beforeunload", (event) => {
    if (busy || queue.length || refused.length) event.preventDefault();
  });
  names();
  costs();
})();
