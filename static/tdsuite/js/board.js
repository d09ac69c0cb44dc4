// The Round board. A line leaves the input at once and is sent; the next may be typed meanwhile. A question parks in the row of
// its table. Rows that look otherwise are fetched when the page hears of a change; focus, scroll, ticks and drawer stay. A row opens
// its table beside the board. Without this script the same forms post the same lines, and a table is a page.
"use strict";

(() => {
  const board = document.getElementById("board");
  if (!board) return;
  const form = document.getElementById("line-form");
  const input = document.getElementById("line");
  const hall = document.getElementById("hall");
  const PATIENCE_MS = 30000;
  const PAUSE_MS = 350;
  const LOOK_MS = 250;
  const CLOCKS_MS = 20000;
  const AGAIN_MS = 2000;
  const queue = []; // lines to be sent
  const held = []; // lines that came back while the next was being typed
  const sent = []; // lines sent before, for the arrow keys
  let recalled = 0;
  let besides = ""; // the answer that pressed a button of the drawer last: `u` takes lines back
  let busy = false;
  let typedAt = 0;
  let pause = 0;
  let look = 0;
  let looking = null; // the request for what the line would come to

  const part = (id) => document.getElementById(id);
  const rows = () => [...board.querySelectorAll(".round-rows tbody tr")];
  const visible = () => rows().filter((row) => !row.hidden);
  const parsed = (text) => new DOMParser().parseFromString(text, "text/html");
  const patience = () => (AbortSignal.timeout ? AbortSignal.timeout(PATIENCE_MS) : undefined);
  const script = { "HX-Request": "true" };

  // --- the line -------------------------------------------------------------------------------------

  function mark(ids) {
    for (const row of rows()) row.classList.toggle("up-next", ids.includes(row.id));
    board.querySelector(".up-next")?.scrollIntoView({ block: "nearest" });
  }

  // What the line would come to, asked for once the typist pauses. It is gone as soon as another letter is typed.
  function foresee() {
    clearTimeout(look);
    if (looking) looking.abort();
    part("line-typing").replaceChildren();
    mark([]);
    if (input.value.trim()) look = setTimeout(askWhat, LOOK_MS);
  }

  async function askWhat() {
    looking = new AbortController();
    const body = new FormData(form);
    const words = { line: input.value, whose: body.get("whose"), round: body.get("round") || "" };
    try {
      const answer = await fetch(`${form.dataset.typing}?${new URLSearchParams(words)}`, { signal: looking.signal });
      const there = parsed(await answer.text()).getElementById("line-typing");
      if (!there) return;
      part("line-typing").replaceWith(there);
      mark(there.dataset.rows.split(" "));
    } catch {
      // another letter was typed, or there is no answer: the line can be sent all the same
    }
  }

  function put(text) {
    input.value = text;
    input.focus({ preventScroll: true });
    input.setSelectionRange(text.length, text.length);
    foresee();
  }

  function bringBack(text) {
    put(text);
    input.select(); // typing replaces it, the arrow keys and End leave it
  }

  function tell(text) {
    const note = Object.assign(document.createElement("p"), { className: "note error", textContent: text });
    part("line-state").querySelector(".answer").replaceChildren(note);
  }

  function showWaiting() {
    const texts = [...held.map(({ line }) => line), ...queue];
    board.querySelector(".says .waiting")?.remove();
    if (!texts.length) return;
    const note = Object.assign(document.createElement("span"), { className: "waiting", textContent: `Waits: ${texts.join(" · ")}` });
    part("line-state").append(note);
  }

  const results = new WeakMap(); // what a row's result said before it asks

  // Each question stands in the row of its table.
  function park() {
    for (const cell of board.querySelectorAll(".round-rows .parked")) cell.remove();
    for (const row of board.querySelectorAll(".round-rows tr.ask")) {
      row.classList.remove("ask");
      row.querySelector(".result")?.replaceChildren(...results.get(row));
    }
    for (const item of board.querySelectorAll(".parked-list li")) {
      const row = part(item.dataset.row);
      if (!row) continue;
      const cell = Object.assign(document.createElement("td"), { className: "parked" });
      cell.setAttribute("role", "cell");
      cell.append(...item.cloneNode(true).children);
      cell.querySelector('input[type="hidden"]')?.remove(); // the list sends it
      for (const field of item.querySelectorAll("label input")) field.removeAttribute("name");
      const result = row.querySelector(".result");
      if (result) {
        if (!row.classList.contains("ask")) results.set(row, [...result.childNodes]);
        result.replaceChildren(Object.assign(document.createElement("span"), { className: "badge warn", textContent: "asks" }));
      }
      row.classList.add("ask");
      row.append(cell);
      item.hidden = true;
    }
  }

  // The answer as a page, or the words to be shown without one.
  async function send(line) {
    const body = new URLSearchParams(new FormData(form));
    body.set("line", line);
    form.setAttribute("aria-busy", "true");
    try {
      const answer = await fetch(form.action, { method: "POST", body, headers: script, signal: patience() });
      const page = parsed(await answer.text());
      if (page.getElementById("line-state")) return page;
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

  function show(page, line) {
    if (typeof page === "string") {
      tell(page);
      held.push({ line, text: page });
      return;
    }
    const state = page.getElementById("line-state");
    part("line-state").replaceWith(state);
    park();
    newest = state.dataset.kind === "ask" ? state.querySelector(".parked-list li:last-child").dataset.row : "";
    part(newest)?.scrollIntoView({ block: "nearest" });
    if (!asking) newest = "";
    if (state.dataset.kept !== undefined) held.push({ line: state.dataset.line, text: state.querySelector(".answer").textContent.trim() });
    if (state.dataset.opens) openTable(state.dataset.opens, !input.value && !queue.length && state.dataset.kind !== "error");
    if (state.dataset.kind === "undone" && offered()) closeTable(); // a forfeit of who was not there
    if (state.dataset.row) refresh(state.dataset.row);
  }

  async function work() {
    if (busy) return;
    busy = true;
    while (queue.length) {
      const line = queue.shift();
      if (held.length && /^(u|undo)$/i.test(line)) {
        tell(`Taken out: ${held.pop().line}`); // it was never saved
      } else {
        showWaiting();
        show(await send(line), line);
      }
      showWaiting();
    }
    busy = false;
    atPause();
  }

  // A line that was refused comes back as soon as the typist pauses with the input empty.
  function atPause() {
    clearTimeout(pause);
    if (held.length) pause = setTimeout(giveBack, Math.max(0, PAUSE_MS - (performance.now() - typedAt)));
  }

  function giveBack() {
    if (busy || input.value || !held.length) return;
    if (performance.now() - typedAt < PAUSE_MS) return atPause();
    const back = held.shift();
    bringBack(back.line);
    tell(back.text);
    showWaiting();
  }

  function submit(line) {
    if (!line) return;
    put("");
    recalled = sent.push(line);
    const before = besides;
    besides = "";
    if (before && /^(u|undo)$/i.test(line)) {
      tell(`“${before}” is taken back in the drawer of its table. Type u again to take back the line before it.`);
      return;
    }
    if (settles(line)) return;
    queue.push(line);
    work();
  }

  // The button below what the drawer shows first: the costs of a swap, what a forfeit counts.
  const offered = () => drawer().querySelector("[data-offered]");

  // `y`, with its reason, presses it; `n` closes the drawer. A question asked since comes first.
  function settles(line) {
    const button = offered();
    const [, word, why] = (!busy && !part("line-state").dataset.quick && button && /^([yn])(?:\s+(.*))?$/i.exec(line)) || [];
    if (!word) return false;
    if (word.toLowerCase() === "n") closeTable();
    else {
      besides = line;
      if (why && button.form.elements.reason) button.form.elements.reason.value = why;
      button.click(); // htmx asks which button was clicked; the browser, for a reason that is needed
    }
    return true;
  }

  function listen() {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      const pressed = event.submitter?.name === "line" ? event.submitter.value : "";
      submit(pressed || input.value.trim());
    });
    input.addEventListener("keydown", (event) => {
      typedAt = performance.now();
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const asks = part("line-state").dataset.quick || "";
      if (!input.value && !busy && asks.includes(event.key.toLowerCase()) && event.key.length === 1) {
        event.preventDefault();
        submit(event.key.toLowerCase());
      } else if (event.key === "Escape") {
        if (input.value) put("");
        else if (asks) submit("n");
        else closeTable();
      } else if (event.key === "ArrowUp" && sent.length) {
        event.preventDefault();
        recalled = Math.max(0, recalled - 1);
        put(sent[recalled] || "");
      } else if (event.key === "ArrowDown") {
        event.preventDefault();
        if (recalled < sent.length) put(sent[(recalled += 1)] || "");
        else visible()[0]?.focus();
      }
    });
    input.addEventListener("keyup", atPause);
    input.addEventListener("input", foresee);
    window.addEventListener("beforeunload", (event) => {
      if (busy || queue.length || held.length || board.querySelector(".parked")) event.preventDefault();
    });
    park();
    if (!location.hash) put(input.value);
  }

  // --- what changes -----------------------------------------------------------------------------------

  const lit = new Set(); // rows that lines changed since the page asked last
  let asking = false; // one request at a time: every answer is shown, in order
  let retry = 0;
  let again = false; // there was news since
  let newest = ""; // the row of the question asked last: answers that were on their way then leave it in sight

  async function refresh(saved = "") {
    if (saved) lit.add(saved);
    again = true;
    if (asking) return;
    asking = true;
    try {
      while (again) await ask();
    } finally {
      asking = false;
    }
    document.untilReleased(board, () => {
      if (!asking) newest = "";
    });
  }

  async function ask() {
    const saved = [...lit];
    lit.clear();
    again = false;
    const words = new URLSearchParams(location.search);
    words.set("shape", part("divisions").dataset.shape);
    words.set("have", rows().map((row) => row.dataset.digest).join("."));
    try {
      const answer = await fetch(`${board.dataset.address}?${words}`, { headers: script, signal: patience() });
      if (!answer.ok) throw new Error(String(answer.status));
      const page = parsed(await answer.text());
      if (page.getElementById("changed-rows")) document.untilReleased(board, () => swap(page, saved));
    } catch {
      for (const id of saved) lit.add(id);
      clearTimeout(retry);
      retry = setTimeout(refresh, AGAIN_MS); // no other news may come
    }
  }

  function swap(page, saved) {
    const changed = page.getElementById("changed-rows");
    const state = () => part("board-sum").querySelector("h1").textContent + part("board-step").textContent;
    const before = state();
    const there = document.activeElement?.closest?.("tr")?.id;
    const kinds = board.querySelector('.chips [aria-pressed="true"]')?.dataset.show || "";
    const ticks = new Map([...board.querySelectorAll(".ticks input:not(:disabled)")].map((box) => [box.value, box.checked]));
    if (changed.dataset.whole !== undefined) part("divisions").replaceWith(page.getElementById("divisions"));
    for (const row of changed.content.querySelectorAll("tr")) {
      const old = part(row.id);
      row.tabIndex = old.tabIndex;
      if (old.hasAttribute("aria-current")) row.setAttribute("aria-current", "true");
      old.replaceWith(row);
    }
    for (const fresh of page.querySelectorAll("header[id], #board-sum, #board-step, #board-chips, #beside, #phases")) {
      const old = part(fresh.id);
      if (old && old.outerHTML !== fresh.outerHTML && !old.contains(document.activeElement)) old.replaceWith(fresh);
    }
    if (state() !== before) document.querySelector(".messages .success")?.remove(); // what an earlier press told is over
    for (const box of board.querySelectorAll(".ticks input:not(:disabled)")) box.checked = ticks.get(box.value) ?? box.checked;
    if (there) part(there)?.focus({ preventScroll: true });
    for (const id of saved) part(id)?.classList.add("saved");
    filter(kinds);
    if (form) park();
    part(newest)?.scrollIntoView({ block: "nearest" });
  }

  // --- chips, rows, drawer ------------------------------------------------------------------------------

  function filter(kind) {
    for (const chip of board.querySelectorAll("[data-show]")) chip.setAttribute("aria-pressed", String(chip.dataset.show === kind));
    for (const row of rows()) row.hidden = kind !== "" && !row.dataset.is.split(" ").includes(kind);
  }

  const drawer = () => part("drawer");

  async function openTable(url, focus = true) {
    const answer = await fetch(url, { headers: script });
    const fresh = parsed(await answer.text()).getElementById("drawer");
    if (!fresh) return location.assign(url);
    const [table] = url.split("?");
    fresh.tabIndex = -1;
    fresh.dataset.url = table;
    drawer().replaceWith(fresh);
    if (window.htmx) window.htmx.process(fresh);
    hall.classList.add("open");
    for (const row of rows()) row.toggleAttribute("aria-current", [url, table].includes(row.querySelector("a")?.getAttribute("href")));
    board.querySelector("tr[aria-current]")?.scrollIntoView({ block: "nearest" });
    if (focus) (offered()?.closest("section").querySelector('input:not([type="hidden"]), button') || fresh.querySelector("h2") || fresh).focus();
    fresh.querySelector(".note.error")?.scrollIntoView({ block: "nearest" }); // why a swap or a move that was typed cannot be
    return undefined;
  }

  function closeTable() {
    if (!hall.classList.contains("open")) return;
    const row = board.querySelector("tr[aria-current]");
    hall.classList.remove("open");
    drawer().replaceChildren();
    drawer().hidden = true;
    row?.removeAttribute("aria-current");
    (input || row)?.focus({ preventScroll: true });
  }

  // A press in the drawer: sent as its form says; the answer stands in the drawer, or is a page of its own.
  async function press(event) {
    const pressed = event.target.closest("#drawer form");
    if (!pressed || event.defaultPrevented) return;
    event.preventDefault();
    if (event.submitter?.name === "what-follows") { // a page of its own
      event.stopImmediatePropagation();
      pressed.append(Object.assign(document.createElement("input"), { type: "hidden", name: "what-follows", value: event.submitter.value }));
      return pressed.submit();
    }
    const body = new FormData(pressed, event.submitter);
    const action = event.submitter?.getAttribute("formaction") || pressed.getAttribute("action") || drawer().dataset.url;
    const get = pressed.method === "get";
    const query = get ? `${action}?${new URLSearchParams(body)}` : action;
    const answer = await fetch(query, { method: get ? "GET" : "POST", body: get ? undefined : new URLSearchParams(body), headers: script });
    const fresh = parsed(await answer.text()).getElementById("drawer");
    if (fresh) {
      fresh.tabIndex = -1;
      fresh.dataset.url = drawer().dataset.url;
      drawer().replaceWith(fresh);
    } else if (answer.redirected && new URL(answer.url).pathname !== board.dataset.address) {
      return location.assign(answer.url);
    } else {
      await openTable(drawer().dataset.url || drawer().getAttribute("hx-get"), false);
    }
    return refresh();
  }

  function clicked(event) {
    const chip = event.target.closest("[data-show]");
    if (chip) {
      filter(chip.dataset.show);
      if (input && matchMedia("(min-width: 40rem)").matches) input.focus({ preventScroll: true });
    }
    const row = event.target.closest(".round-rows tbody tr");
    const link = row?.querySelector(".no a");
    if (link && row.id && !event.target.closest(".parked") && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      openTable(link.getAttribute("href"));
    }
    const opens = event.target.closest("[data-opens-drawer]");
    if (opens && !event.ctrlKey && !event.metaKey) {
      event.preventDefault();
      openTable(opens.href);
    }
    if (event.target.closest("[data-close-drawer]")) {
      event.preventDefault();
      closeTable();
    }
    const wanting = event.target.closest('#board-step [aria-disabled="true"]');
    if (wanting) event.preventDefault();
  }

  function keyed(event) {
    if (event.ctrlKey && event.key === "Enter") part("board-step")?.querySelector(".primary")?.click();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const question = event.key === "Enter" && event.target.closest?.("input") && event.target.closest(".parked");
    if (question) {
      event.preventDefault();
      question.querySelector("button").click();
      return;
    }
    const row = event.target.closest?.(".round-rows tbody tr");
    if (row === event.target) {
      const list = visible();
      if (event.key === "ArrowDown" || event.key === "ArrowUp") {
        event.preventDefault();
        (list[list.indexOf(row) + (event.key === "ArrowUp" ? -1 : 1)] || input || row).focus();
      } else if (event.key === "Enter") {
        event.preventDefault();
        row.querySelector(".no a")?.click();
      } else if (event.key === "Escape" && input) {
        closeTable();
        input.focus();
      }
    } else if (event.key === "Escape" && event.target !== input) {
      closeTable();
    }
    // Whatever is typed belongs into the line, wherever the focus strayed: a table's heading, a button.
    const stray = !event.target.closest?.("input, select, textarea, dialog[open]");
    if (input && stray && /^[\p{L}\p{N}]$/u.test(event.key)) {
      event.stopPropagation();
      input.focus();
    }
  }

  // A line that was sent from another page was answered at an address that takes presses alone.
  if (location.pathname !== board.dataset.address) history.replaceState(null, "", board.dataset.address + location.search);
  board.addEventListener("live", () => refresh());
  // A lateness clock passes its limits without any news.
  setInterval(() => !document.hidden && board.querySelector(".round-rows time[data-left]") && refresh(), CLOCKS_MS);
  board.addEventListener("click", clicked);
  document.addEventListener("submit", press);
  document.addEventListener("keydown", keyed, true);
  if (form && input) listen();
  if (board.dataset.opened) openTable(board.dataset.opened);
})();
