// The palette: / (outside of fields) and Ctrl-K open it on every page of the console. What is typed is answered by the server, in
// a list that the arrow keys walk while the cursor stays in the field; Enter goes there, or types the line at the keyboard page.
"use strict";

(() => {
  const dialog = document.getElementById("palette");
  const field = document.getElementById("palette-text");
  const list = document.getElementById("palette-list");
  const none = document.getElementById("palette-none");
  if (!dialog) return;
  const form = field.form;
  let chosen = -1;
  let asked = 0; // the newest question; answers to older ones are dropped
  let answered = ""; // the words that the list answers
  let goes = false; // Enter was pressed before the answer came

  const options = () => [...list.children];

  function choose(place) {
    const all = options();
    chosen = all.length ? (place + all.length) % all.length : -1;
    all.forEach((option, index) => option.setAttribute("aria-selected", String(index === chosen)));
    if (chosen < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", all[chosen].id);
    all[chosen]?.scrollIntoView({ block: "nearest" });
  }

  function show(html, words) {
    list.innerHTML = html; // our own server's, escaped there
    answered = words;
    field.setAttribute("aria-expanded", String(list.children.length > 0));
    none.hidden = !words || list.children.length > 0;
    choose(0);
    if (goes) go();
  }

  async function ask() {
    const words = field.value.trim();
    const question = ++asked;
    if (!words) return show("", "");
    try {
      const answer = await fetch(`${field.dataset.url}&q=${encodeURIComponent(words)}`, { headers: { "HX-Request": "true" } });
      if (question === asked && answer.ok && !answer.redirected) show(await answer.text(), words);
    } catch {
      if (question === asked) show("", words);
    }
  }

  function go() {
    if (answered !== field.value.trim()) return void (goes = true);
    goes = false;
    const option = options()[chosen];
    if (!option) return;
    if (!option.dataset.line) return location.assign(option.dataset.url);
    form.action = option.dataset.url;
    form.elements.line.value = option.dataset.line;
    form.submit();
  }

  function open() {
    if (document.querySelector("dialog[open]")) return;
    field.value = "";
    goes = false;
    show("", "");
    dialog.showModal();
    field.focus();
  }

  field.addEventListener("input", ask);
  field.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) choose(chosen + step);
    else if (event.key === "Enter") go();
    else return;
    event.preventDefault();
  });
  list.addEventListener("click", (event) => {
    const option = event.target.closest("[role=option]");
    if (!option) return;
    choose(options().indexOf(option));
    go();
  });
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-palette]")) return;
    event.preventDefault();
    open();
  });
  document.addEventListener("keydown", (event) => {
    const control = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
    const slash = event.key === "/" && !event.ctrlKey && !event.metaKey && !event.target.closest("input, select, textarea, [contenteditable]");
    if (!control && !slash) return;
    event.preventDefault();
    open();
  });
})();
