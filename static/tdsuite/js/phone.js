// What this phone remembers of an event, and nobody else is told: whose it is. From then on every page of the event shows at its top where they
// play next: #next-game, with data-event, the event's address. [data-this-is-me] has the address of a player's page, [data-forget] forgets,
// [data-ask-name] is there for who has picked no name.
"use strict";

(() => {
  const place = document.getElementById("next-game");
  if (!place) return;
  const { event } = place.dataset;
  const name = `next-game:${event}`;

  // Storage may be switched off: then nothing is remembered, and names lead to the players' pages.
  function remembered() {
    try {
      const address = localStorage.getItem(name) || "";
      return address.startsWith(event) ? address : "";
    } catch {
      return "";
    }
  }

  function remember(address) {
    try {
      localStorage.setItem(name, address);
      return true;
    } catch {
      return false;
    }
  }

  function forget() {
    try {
      localStorage.removeItem(name);
    } catch {
      /* nothing was remembered */
    }
    show();
  }

  async function show() {
    const address = remembered();
    place.hidden = !address;
    document.documentElement.classList.toggle("has-name", Boolean(address)); // which hides what asks for one, whenever it comes
    for (const button of document.querySelectorAll("button[data-this-is-me]")) button.hidden = button.dataset.thisIsMe === address;
    if (!address) return place.replaceChildren();
    const answer = await fetch(`${address}next/`).catch(() => null);
    if (answer?.status === 404) return forget(); // the player is not there any more
    if (answer?.ok && remembered() === address) htmx.swap(place, await answer.text(), { swapStyle: "innerHTML" });
  }

  document.addEventListener("click", (event) => {
    const picked = event.target.closest("[data-this-is-me]");
    if (picked && remember(picked.dataset.thisIsMe)) {
      event.preventDefault();
      if (picked.matches("a")) location.assign(place.dataset.event);
      else show();
    }
    if (event.target.closest("[data-forget]")) forget();
  });
  // A line that is renewed by itself (tdsuite/js/live.js).
  place.addEventListener("htmx:responseError", ({ detail }) => detail.xhr.status === 404 && forget());
  window.addEventListener("pageshow", (shown) => shown.persisted && show());
  show();
})();
