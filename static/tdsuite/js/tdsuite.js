// Filter lists while typing (every such list also filters by its form, without this script), open dialogs, print, copy addresses and texts.
"use strict";

(() => {
  const COPIED_MS = 2000;
  const plain = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().trim();

  function filter(field) {
    const list = document.querySelector(field.dataset.filter);
    if (!list) return;
    const wanted = plain(field.value);
    let shown = 0;
    for (const row of list.querySelectorAll("[data-find]")) {
      row.hidden = !plain(row.dataset.find).includes(wanted);
      shown += row.hidden ? 0 : 1;
    }
    const none = list.querySelector("[data-filter-none]");
    if (none) none.hidden = shown > 0 || !wanted;
  }

  // A long row of rounds or tabs begins at the one that is shown.
  function showCurrent() {
    for (const row of document.querySelectorAll(".rounds, .tabs")) {
      const current = row.querySelector("[aria-current]");
      if (current) row.scrollLeft = current.offsetLeft - row.offsetLeft - row.clientWidth / 2;
    }
  }

  showCurrent();
  document.addEventListener("htmx:afterSettle", showCurrent);

  // What was chosen before this script was there is followed too.
  document.addEventListener("DOMContentLoaded", () => {
    for (const follower of document.querySelectorAll('[hx-trigger*="from:#"]')) {
      const choice = document.querySelector(follower.getAttribute("hx-trigger").split("from:")[1]);
      if (!choice.selectedOptions[0]?.defaultSelected) choice.dispatchEvent(new Event("change", { bubbles: true }));
    }
  });

  // The cursor stands in the form that the address names; a judge's words that come back are replaced by typing.
  window.addEventListener("load", () => {
    if (document.activeElement === document.body) document.querySelector("form:target :is(input:not([type=hidden]), select, textarea)")?.focus();
    const words = document.querySelector(".judge-line");
    if (words?.value && words.value === words.defaultValue) words.select();
  });

  // A part of the page that is renewed keeps open what was open: details with an id.
  let opened = [];
  document.addEventListener("htmx:beforeSwap", () => {
    opened = [...document.querySelectorAll("details[id][open]")].map((details) => details.id);
  });
  document.addEventListener("htmx:afterSettle", () => {
    for (const details of opened.map((id) => document.getElementById(id))) if (details) details.open = true;
  });

  // What was typed before the page's scripts were here counts as typed now, for all of them.
  const typed = (field) => (["checkbox", "radio"].includes(field.type) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue);
  document.addEventListener("DOMContentLoaded", () => setTimeout(() => {
    for (const field of document.querySelectorAll("main input:not([type=hidden]), main textarea")) {
      if (typed(field)) field.dispatchEvent(new Event("input", { bubbles: true }));
    }
  }));

  const fields = () => document.querySelectorAll("[data-filter]");

  document.addEventListener("input", (event) => event.target.matches?.("[data-filter]") && filter(event.target));
  document.addEventListener("htmx:afterSettle", () => fields().forEach((field) => field.value && filter(field)));
  // With the script the list holds everybody, so Enter need not ask the server unless a search is already in the address.
  document.addEventListener("submit", (event) => {
    const field = event.target.querySelector("[data-filter]");
    if (field && !new URLSearchParams(location.search).get("q")) {
      event.preventDefault();
      filter(field);
    }
  });

  // The button shows a tick for a moment, and who cannot see it hears of it.
  function tellCopied(button) {
    const region = document.getElementById("live-region");
    region.textContent = region.dataset.copied;
    button.classList.add("copied");
    setTimeout(() => button.classList.remove("copied"), COPIED_MS);
  }

  async function copyText(link) {
    const answer = await fetch(link.href);
    if (!answer.ok) throw new Error(answer.statusText);
    await navigator.clipboard.writeText(await answer.text());
    tellCopied(link);
  }

  // Where the address is not secure there is no clipboard: the link opens the text.
  document.addEventListener("click", async (event) => {
    const link = event.target.closest("[data-copy-from]");
    if (!link || !navigator.clipboard) return;
    event.preventDefault();
    try {
      await copyText(link);
    } catch {
      location.assign(link.href);
    }
  });

  document.addEventListener("click", async (event) => {
    const opener = event.target.closest("[data-dialog]");
    if (opener) document.getElementById(opener.dataset.dialog)?.showModal();
    if (event.target.closest("[data-print]")) window.print();
    if (event.target.matches("dialog [data-close]")) event.target.closest("dialog").close();
    const copier = event.target.closest("[data-copy]");
    if (copier && navigator.clipboard) {
      await navigator.clipboard.writeText(copier.dataset.copy);
      tellCopied(copier);
    }
  });

  // Buttons that would send a form twice wait for the first answer.
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || event.target.method !== "post") return;
    const buttons = [...event.target.querySelectorAll("button")].filter((button) => !button.disabled);
    const all = (disabled) => buttons.forEach((button) => (button.disabled = disabled));
    setTimeout(() => all(true));
    setTimeout(() => all(false), 4000);
  });
})();
