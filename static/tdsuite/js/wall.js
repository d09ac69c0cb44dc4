// The time of day at the event, on its wall screen: `<time data-zone="Africa/Lagos">`. Without scripts there is none.
// data-turn: seconds until the next lines of a list are shown. They are counted from when these lines came, however often
// they were made anew since: while results come in every few seconds the list goes on too. Where the same lines arrive just
// as the next are on their way, the answer finds the list that asked gone: the new one asks with the next tick.
"use strict";

(() => {
  const TICK_MS = 1000;
  let lines = ""; // the address of those that are shown
  let since = 0;

  function tell() {
    for (const element of document.querySelectorAll("time[data-zone]")) {
      const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: element.dataset.zone };
      const now = new Intl.DateTimeFormat("en-GB", options).format(new Date());
      if (element.textContent !== now) element.textContent = now;
    }
  }

  function turn() {
    const list = document.querySelector("[data-turn]");
    const shown = list ? list.querySelector("[data-live]").getAttribute("hx-get") : "";
    if (shown !== lines) since = performance.now();
    lines = shown;
    if (!list || performance.now() - since < 1000 * list.dataset.turn || list.matches(".htmx-request")) return;
    list.dispatchEvent(new CustomEvent("turn"));
  }

  // The next lines came, be they the same, or could not be had. What comes with the news was not asked for.
  function turned({ detail }) {
    if (detail.requestConfig?.elt.matches("[data-turn]")) since = performance.now();
  }

  function tick() {
    tell();
    turn();
  }

  for (const end of ["htmx:afterSwap", "htmx:responseError", "htmx:sendError", "htmx:timeout"]) {
    document.addEventListener(end, turned);
  }
  document.addEventListener("htmx:afterSwap", tick);
  setInterval(tick, TICK_MS);
  tick();
})();
