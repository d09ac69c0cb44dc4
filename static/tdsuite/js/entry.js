// The keyboard page. A line leaves the input at once and is sent; the next may be typed meanwhile, and what is being typed is
// never touched. The boards it may mean and what it would come to stand below it as soon as the typist pauses, and its table is
// marked among the missing ones; Enter does not wait for that. A reason is asked in a dialog. A line that is questioned or refused comes back into the input as soon as the typist pauses with the input empty, selected. Without this
// script the same form posts the same lines.
"use strict";

(() => {
  const form = document.getElementById("entry-form");
  const input = document.getElementById("entry-line");
  const waiting = document.getElementById("entry-waiting");
  const dialog = document.getElementById("entry-reason");
  const why = document.getElementById("entry-why");
  if (!form || !input) return;
  const PATIENCE_MS = 30000;
  const PAUSE_MS = 350;
  const LOOK_MS = 250;
  const ANSWERS = { ask: ["y", "n"], lines: ["y", "w", "n"] }; // by one key
  const ANSWER = /^(y|yes|w|with|n|no|)$/i;
  const PARTS = ["entry-ask", "entry-done", "entry-missing"];
  const queue = []; // lines to be sent
  const held = []; // lines that came back while the next was being typed: { line, page, turn }
  const sent = []; // lines sent before, for the arrow keys
  let recalled = 0;
  let busy = false;
  let turn = 0; // counts what was sent
  let typedAt = 0;
  let pause = 0;
  let look = 0;
  let looking = null; // the request for what the line would come to

  const stage = () => document.getElementById("entry-ask").dataset.stage;

  // What the line would come to, asked for once the typist pauses. It is gone as soon as another letter is typed.
  function foresee() {
    clearTimeout(look);
    if (looking) looking.abort();
    const there = document.getElementById("entry-typing");
    there.dataset.boards = "";
    there.replaceChildren();
    mark();
    if (input.value.trim() && stage() !== "reason") look = setTimeout(askWhat, LOOK_MS);
  }

  // Among the missing tables, those that the line being typed may mean.
  function mark() {
    const boards = document.getElementById("entry-typing").dataset.boards.split(" ");
    const rows = [...document.querySelectorAll("#entry-missing [data-board]")];
    for (const row of rows) row.classList.toggle("up-next", boards.includes(row.dataset.board));
    document.querySelector("#entry-missing .up-next")?.scrollIntoView({ block: "nearest" });
  }

  async function askWhat() {
    const there = document.getElementById("entry-typing");
    looking = new AbortController();
    try {
      const address = `${there.dataset.from}?${new URLSearchParams({ line: input.value })}`;
      const answer = await fetch(address, { signal: looking.signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      there.replaceWith(page.getElementById("entry-typing") || there);
      mark();
    } catch {
      // another letter was typed, or there is no answer: the line can be sent all the same
    }
  }

  function put(text) {
    input.value = text;
    input.focus();
    input.setSelectionRange(text.length, text.length);
    foresee();
  }

  // A line that comes back is selected: typing replaces it, the arrow keys and End keep it.
  function bringBack(text) {
    if (!dialog.open) put(text);
    else why.value = text;
    (dialog.open ? why : input).select();
  }

  // The dialog is open as long as a reason is wanted, and says what the page says.
  function showReason() {
    if (stage() !== "reason") return dialog.close();
    dialog.querySelector("div").replaceChildren(...document.getElementById("entry-told").cloneNode(true).childNodes);
    why.value = "";
    if (!dialog.open) dialog.showModal();
    why.focus();
  }

  function showWaiting() {
    const item = (line, held) => Object.assign(document.createElement("li"), { textContent: line, className: held ? "held" : "" });
    waiting.replaceChildren(...held.map(({ line }) => item(line, true)), ...queue.map((line) => item(line, false)));
    waiting.hidden = !waiting.childElementCount;
  }

  function tell(text, kind = "error") {
    const note = Object.assign(document.createElement("div"), { className: `note ${kind}` });
    note.append(Object.assign(document.createElement("b"), { textContent: text }));
    document.getElementById("entry-told").replaceChildren(note);
  }

  // The answer as a page, or the words to be shown where there is none.
  async function send(line) {
    const body = new URLSearchParams(new FormData(form));
    body.set("line", line);
    const signal = AbortSignal.timeout ? AbortSignal.timeout(PATIENCE_MS) : undefined;
    turn += 1;
    form.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: { "HX-Request": "true" }, signal });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      if (page.getElementById("entry-ask")) return page;
      if (answer.redirected) return "NOT saved: you are logged out. Log in again in another tab, then press Enter here.";
      const why = answer.status === 403 && page.querySelector(".card p");
      if (why) return `NOT saved: ${why.textContent}`;
      return `The server answered ${answer.status}: the line may not be saved. Press Enter to send it again; it is never entered twice.`;
    } catch {
      return "No answer from the server: the line may not be saved. Press Enter to send it again; it is never entered twice.";
    } finally {
      form.removeAttribute("aria-busy");
    }
  }

  const isKept = (page) => typeof page === "string" || page.getElementById("entry-ask").dataset.kept !== undefined;

  function show(page, line) {
    if (typeof page === "string") {
      tell(page);
      showReason();
      return bringBack(line);
    }
    for (const id of PARTS) document.getElementById(id).replaceWith(page.getElementById(id));
    showReason();
    mark();
    const back = document.getElementById("entry-ask").dataset;
    if (back.kept !== undefined || (back.line && !input.value)) bringBack(back.line);
    else if (back.line) held.push({ line: back.line, page, turn: -1 }); // it waited while a reason was asked for
  }

  async function work() {
    if (busy) return;
    busy = true;
    while (queue.length) {
      const line = queue.shift();
      const answering = stage() === "reason" || (stage() && ANSWER.test(line)); // any other line parks the question
      if (held.length && /^(u|undo)$/i.test(line)) {
        tell(`Taken out: ${held.pop().line}`, "info"); // it was never saved
        showWaiting();
        continue;
      }
      showWaiting();
      const page = await send(line);
      if (answering || !isKept(page)) show(page, line);
      else held.push({ line, page, turn });
      showWaiting();
    }
    busy = false;
    atPause();
  }

  function atPause() {
    clearTimeout(pause);
    if (held.length) pause = setTimeout(giveBack, Math.max(0, PAUSE_MS - (performance.now() - typedAt)));
  }

  async function giveBack() {
    if (busy || stage() || input.value || !held.length) return;
    if (performance.now() - typedAt < PAUSE_MS) return atPause();
    const one = held.shift();
    busy = true;
    if (one.turn !== turn) [one.page, one.turn] = [await send(one.line), turn]; // others were saved since: ask anew
    busy = false;
    if (input.value && isKept(one.page)) held.unshift(one);
    else show(one.page, one.line);
    showWaiting();
    work();
  }

  function submit(line) {
    put("");
    if (line && !ANSWER.test(line)) recalled = sent.push(line);
    queue.push(line);
    work();
  }

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const line = input.value.trim();
    const answered = busy || queue.length > 0; // Enter after "y" is no second answer
    if (line || (stage() && !answered)) submit(line);
  });

  input.addEventListener("keydown", (event) => {
    typedAt = performance.now();
    if (event.ctrlKey || event.metaKey || event.altKey || busy) return;
    const key = event.key.toLowerCase();
    if (stage() && event.key === "Escape") {
      event.preventDefault();
      submit("n");
    } else if (!input.value && (ANSWERS[stage()] || []).includes(key)) {
      event.preventDefault();
      submit(key);
    } else if (!stage() && event.key === "Escape") {
      put("");
    } else if (!stage() && (event.key === "ArrowUp" || event.key === "ArrowDown") && sent.length) {
      event.preventDefault();
      recalled = Math.min(sent.length, Math.max(0, recalled + (event.key === "ArrowUp" ? -1 : 1)));
      put(sent[recalled] || "");
    }
  });
  dialog.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    if (!busy && why.value.trim()) submit(why.value.trim());
  });
  const leave = (event) => {
    event.preventDefault();
    if (!busy) submit("n");
  };
  dialog.addEventListener("cancel", leave);
  dialog.querySelector("[data-leave]").addEventListener("click", leave);
  document.addEventListener("htmx:afterSwap", mark); // others entered something

  input.addEventListener("keyup", atPause);
  input.addEventListener("input", foresee);

  // Whatever is typed belongs into the input, wherever the focus strayed.
  document.addEventListener("keydown", (event) => {
    const elsewhere = event.target === document.body || event.target.id === "content";
    if (elsewhere && event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) input.focus();
  });

  window.addEventListener("beforeunload", (event) => {
    if (busy || queue.length || held.length) event.preventDefault();
  });

  put(input.value);
  showReason();
})();
