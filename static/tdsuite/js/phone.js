// What this phone remembers of an event, and nobody else is told: whose it is. From then on every page of the event shows at its top where they
// play next: #next-game, with data-event, the event's address. [data-this-is-me] has the address of a player's page, [data-forget] forgets,
// [data-ask-name] is there for who has picked no name.
// Where the address is secure a worker keeps what was seen for when there is no network (tdsuite/js/offline.js); [data-seen] says how old it is.
"use strict";

(() => {
  const RETRY_MS = 10000;
  const WORKER = "/worker.js";
  const place = document.getElementById("next-game");
  const { event } = place?.dataset || {};
  const name = `next-game:${event}`;
  const workers = navigator.serviceWorker; // not at every address
  let renewed = false;

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

  async function tell(message) {
    if (workers) (await workers.ready).active.postMessage(message);
  }

  function forget() {
    try {
      localStorage.removeItem(name);
    } catch {
      /* nothing was remembered */
    }
    tell({ forget: true });
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

  function pick(click) {
    const picked = click.target.closest("[data-this-is-me]");
    if (picked && remember(picked.dataset.thisIsMe)) {
      click.preventDefault();
      if (picked.matches("a")) location.assign(event);
      else show();
    }
    if (click.target.closest("[data-forget]")) forget();
  }

  // What the page shows now, and what the phone opens with.
  function keep() {
    renewed = false;
    const line = place && remembered() && `${remembered()}next/`;
    tell({ keep: [location.href, event, line].filter(Boolean) });
  }

  // A page from before comes anew as soon as the server answers, but not from under the fingers.
  async function renewWhenBack() {
    const typing = document.activeElement?.matches("input, textarea, select");
    if (document.hidden || typing || !document.querySelector("[data-seen]:not([hidden])")) return;
    const answer = await fetch(WORKER, { cache: "no-store" }).catch(() => null);
    if (answer?.ok) location.reload();
  }

  if (place) {
    document.addEventListener("click", pick);
    // A line that is renewed by itself (tdsuite/js/live.js).
    place.addEventListener("htmx:responseError", ({ detail }) => detail.xhr.status === 404 && forget());
    window.addEventListener("pageshow", (shown) => shown.persisted && show());
    show();
  }
  if (!workers) return;
  if (!workers.controller) {
    workers.register(WORKER).catch(() => {}); // tried again on the next page
    keep();
  }
  document.addEventListener("htmx:afterSettle", ({ target }) => (renewed = renewed || target !== place));
  document.addEventListener("visibilitychange", () => (document.hidden ? renewed && keep() : renewWhenBack()));
  window.addEventListener("online", renewWhenBack);
  setInterval(renewWhenBack, RETRY_MS);
})();
