// Keys of the console: whatever carries data-key on the page can be pressed by it; ? lists them all. A button that decides
// something is only focused, so that figures typed on the wrong page decide nothing: Enter presses it, a space after them does not.
"use strict";

(() => {
  const typing = (element) => element.closest("input, select, textarea, [contenteditable]");
  const carriers = () => [...document.querySelectorAll("[data-key]")].filter((element) => element.offsetParent !== null || element.closest("dialog[open]"));
  const words = (element) => (element.ariaLabel || element.dataset.means || element.textContent || element.placeholder || "").replace(/\s+/g, " ").trim();

  function list(dialog) {
    const rows = dialog.querySelector("[data-keys]");
    rows.replaceChildren();
    const lines = carriers().map((element) => [element.dataset.key, words(element) || element.labels?.[0]?.textContent || ""]);
    for (const [key, what] of [["?", "This list"], ...lines, ["Esc", "Close, or leave a field"]]) {
      const term = document.createElement("dt");
      const cap = document.createElement("kbd");
      cap.textContent = key;
      term.append(cap);
      const meaning = document.createElement("dd");
      meaning.textContent = what;
      rows.append(term, meaning);
    }
  }

  function showKeys() {
    const dialog = document.getElementById("keys");
    if (dialog && !dialog.open) {
      list(dialog);
      dialog.showModal();
    }
  }

  document.addEventListener("click", (event) => event.target.closest('[data-dialog="keys"]') && list(document.getElementById("keys")));

  let focused = null; // a button that a key of ours focused; a space between two figures is no press of it
  const spared = (event) => {
    if (event.key === " " && event.target === focused) event.preventDefault();
  };
  document.addEventListener("keyup", spared);
  document.addEventListener("focusout", () => (focused = null));

  const menu = document.querySelector(".more-menu"); // closes as menus do
  document.addEventListener("click", (event) => menu && !menu.contains(event.target) && (menu.open = false));
  menu?.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  document.addEventListener("keydown", (event) => {
    spared(event);
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (typing(event.target)) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    if (document.querySelector("dialog[open]")) return;
    if (event.key === "?") {
      event.preventDefault();
      showKeys();
      return;
    }
    const wanted = carriers().find((element) => element.dataset.key === event.key);
    if (!wanted) return;
    event.preventDefault();
    wanted.focus();
    const decides = wanted.form?.method === "post" && wanted.type === "submit";
    if (decides) focused = wanted;
    else if (!typing(wanted)) wanted.click();
  });
})();
