// The line at the door: what Enter would do is shown while typing, the list shows who is meant, and typing goes on
// while the answer is on its way. Without this script Enter sends the line as a form.
"use strict";

(() => {
  const field = document.getElementById("line");
  const now = document.querySelector("[data-means-now]");
  const help = document.querySelector("[data-means-help]");
  const unsaved = document.querySelector("[data-means-unsaved]");
  const VERBS = { here: "is here", late: "comes late", no: "does not come", unsure: "may come", expected: "is expected again" };
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

  function split(text) {
    const [word, ...rest] = text.split(/\s+/);
    return rest.length && VERBS[word] ? [VERBS[word], rest.join(" ")] : [VERBS.here, text];
  }

  function show() {
    const [does, wanted] = split(plain(field.value));
    const rows = [...document.querySelectorAll("#missing-list [data-find]")];
    const number = (row) => [row.dataset.code, row.dataset.code.replace(" ", ""), row.dataset.code.split(" ")[1]].includes(wanted);
    const words = wanted.split(/[\s,]+/).filter(Boolean);
    const begins = (row) => words.every((word) => plain(row.dataset.find).split(/\s+/).some((part) => part.startsWith(word)));
    let found = wanted ? rows.filter((row) => number(row) || begins(row)) : [];
    if (wanted && !found.length) found = rows.filter((row) => plain(row.dataset.find).includes(wanted));
    for (const row of rows) {
      row.hidden = found.length > 0 && !found.includes(row);
      row.classList.toggle("meant", found.length === 1 && row === found[0]);
    }
    now.hidden = found.length !== 1;
    help.hidden = !now.hidden;
    if (found.length === 1) now.textContent = `Enter: ${found[0].dataset.find}, ${found[0].dataset.code.toUpperCase()}, ${does}`;
  }

  field.addEventListener("input", show);

  // What is typed or pressed while an answer is on its way goes with the next request, all of it at once. What gets no
  // answer is kept, and goes with the next line.
  let waiting = [];
  let busy = false;
  let answered = false;

  async function send() {
    if (busy || !waiting.length) return;
    busy = true;
    answered = false;
    const lines = waiting;
    const values = { line: lines, csrfmiddlewaretoken: field.form.elements.csrfmiddlewaretoken.value };
    waiting = [];
    // From and to what no news makes new meanwhile: an answer to something that has gone is heard by nobody.
    await htmx.ajax("POST", field.form.action, { source: ".door-page", target: "#door-place", values }).catch(() => {});
    busy = false;
    if (!answered) waiting.unshift(...lines);
    unsaved.hidden = answered;
    if (answered) send();
    else takeBack(() => waiting.pop());
  }

  // A line that was not taken stands in the field again, unless the next is being typed.
  function takeBack(line) {
    if (field.value) return;
    field.value = line();
    field.select();
    show();
  }

  document.addEventListener("submit", (event) => {
    const pressed = event.target.closest("#door form") && event.submitter?.name === "line";
    if (!pressed && event.target !== field.form) return;
    event.preventDefault();
    waiting.push(pressed ? event.submitter.value : field.value);
    if (!pressed) field.value = "";
    show();
    send();
  }, true); // before what keeps other forms from being sent twice
  document.body.addEventListener("door-done", () => (answered = true));
  document.body.addEventListener("door-refused", ({ detail }) => {
    answered = true;
    takeBack(() => detail.value);
  });

  // What was chosen for each who is missing outlives the news of others.
  let chosen = [];
  document.addEventListener("htmx:beforeSwap", () => (chosen = [...document.querySelectorAll("#choose select")].map((each) => [each.name, each.value])));
  document.addEventListener("htmx:afterSettle", () => {
    for (const [name, value] of chosen) {
      const select = document.querySelector(`#choose select[name="${name}"]`);
      if (select) select.value = value;
    }
    show();
  });
})();
