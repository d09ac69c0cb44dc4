// The self-adjudication station: letters only, two looks before the judging key, everything clears itself, nobody strays out.
"use strict";

(() => {
  const part = document.querySelector("[data-station]");
  let leaving = false;

  function go(address) {
    leaving = true;
    location.replace(address);
  }

  // The way out is the officials' link. Own links and forms are no way out.
  addEventListener("beforeunload", (event) => leaving || event.preventDefault());
  document.addEventListener("submit", (event) => event.defaultPrevented || (leaving = true));
  document.addEventListener("click", (event) => event.target.closest("a[href]") && (leaving = true));
  document.addEventListener("contextmenu", (event) => event.preventDefault());
  history.pushState(null, "", location.href);
  addEventListener("popstate", () => history.pushState(null, "", location.href));
  addEventListener("pageshow", (event) => event.persisted && location.reload()); // never the last players' page
  if (!part) return;

  // Nobody touches it for so long: clear, and back to the start.
  function idle(seconds, clear) {
    let touched = Date.now();
    for (const kind of ["keydown", "pointerdown", "input"]) addEventListener(kind, () => (touched = Date.now()));
    setInterval(() => {
      if (Date.now() - touched < 1000 * seconds() || leaving) return;
      clear();
      go(part.dataset.start);
    }, 250);
  }

  if (part.dataset.station === "entry") entry(part);
  else if (part.dataset.station === "verdict") verdict(part);
  else if (part.dataset.idle) idle(() => Number(part.dataset.idle), () => {});

  function verdict({ dataset }) {
    const held = Date.now() + Number(dataset.held);
    const next = (event) => {
      if (event.type === "keydown") event.preventDefault();
      if (Date.now() >= held && !leaving) go(dataset.start);
    };
    addEventListener("keydown", next);
    addEventListener("pointerdown", next);
    setTimeout(() => go(dataset.start), 1000 * Number(dataset.clears));
  }

  function entry(form) {
    const { dataset } = form;
    const typed = form.querySelector("#typed");
    const typing = form.querySelector(".typing");
    const looking = form.querySelector("[data-looking]");
    const told = form.querySelector("[data-told]");
    const letters = new Set(dataset.letters);
    const digraphs = dataset.digraphs.split(" ").filter(Boolean);
    const kept = `slip-${dataset.slip}`;
    let lookedAt = 0;

    const tiles = (word) => digraphs.reduce((text, tile) => text.replaceAll(tile, "#"), word).length;
    const words = () => typed.value.split(" ").filter(Boolean);

    function cut(word) {
      let text = word;
      while (tiles(text) > Number(dataset.most)) text = text.slice(0, -1);
      return text;
    }

    // Capitals of the set's letters, one blank between words, none too long, none too many.
    function clean(text) {
      const signs = [...text.toUpperCase()].filter((sign) => letters.has(sign) || /\s/.test(sign)).join("");
      const all = signs.split(/\s+/).filter(Boolean);
      const more = /\s$/.test(signs) && all.length && all.length < Number(dataset.words);
      return all.slice(0, Number(dataset.words)).map(cut).join(" ") + (more ? " " : "");
    }

    function show() {
      const text = clean(typed.value);
      if (text !== typed.value) typed.value = text;
      form.querySelector("[data-count]").textContent = words().length;
      told.hidden = true;
      if (text) sessionStorage.setItem(kept, text);
      else sessionStorage.removeItem(kept);
    }

    function type(letter) {
      typed.value += letter;
      show();
      typed.focus();
    }

    function tell(text) {
      told.textContent = text;
      told.hidden = false;
    }

    function back() {
      looking.hidden = true;
      typing.hidden = false;
      lookedAt = 0;
      typed.focus();
    }

    function look() {
      const all = words();
      const short = all.find((word) => tiles(word) < Number(dataset.least));
      if (!all.length) return tell(dataset.saysNone);
      if (short) return tell(dataset.saysShort.replace("{word}", short));
      form.querySelector("[data-list]").replaceChildren(...all.map((word) => Object.assign(document.createElement("li"), { textContent: word })));
      typing.hidden = true;
      looking.hidden = false;
      lookedAt = Date.now();
      looking.focus();
    }

    // The judging key is held back for a moment, so that the key that ended the typing never judges.
    function press() {
      if (!lookedAt || leaving || Date.now() - lookedAt < Number(dataset.held)) return;
      sessionStorage.removeItem(kept);
      leaving = true;
      form.submit();
    }

    function escape() {
      if (lookedAt) return back();
      if (!typed.value) return go(dataset.start);
      typed.value = "";
      show();
    }

    function key(event) {
      if (event.isComposing) return;
      if (event.altKey || event.ctrlKey || event.metaKey) return event.preventDefault();
      if (event.key === "Escape") escape();
      else if (event.key === "Tab" && !event.shiftKey) {
        if (!event.repeat && lookedAt) press();
        else if (!event.repeat) look();
      }
      else if (lookedAt && event.key === "Backspace") back();
      else if (lookedAt || event.target.closest("button")) return;
      else if (event.key === "Enter") {
        if (typed.value.endsWith(" ")) look();
        else type(" ");
      }
      else return;
      event.preventDefault();
    }

    form.addEventListener("submit", (event) => {
      event.preventDefault();
      leaving = false;
      press();
    });
    form.addEventListener("click", (event) => {
      const button = event.target.closest("button");
      if (!button) return;
      if (button.dataset.letter) type(button.dataset.letter);
      else if ("delete" in button.dataset) {
        typed.value = typed.value.trimEnd().slice(0, -1);
        show();
      } else if ("look" in button.dataset) look();
      else if ("back" in button.dataset) back();
    });
    document.addEventListener("keydown", key);
    typed.addEventListener("input", show);
    typed.value = typed.value || sessionStorage.getItem(kept) || "";
    show();
    typed.focus();
    idle(() => Number(lookedAt ? dataset.looking : dataset.idle), () => sessionStorage.removeItem(kept));
  }
})();
