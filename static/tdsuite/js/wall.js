// The time of day at the event, on its wall screen: `<time data-zone="Africa/Lagos">`. Without scripts there is none.
"use strict";

(() => {
  const TICK_MS = 1000;

  function tick() {
    for (const element of document.querySelectorAll("time[data-zone]")) {
      const options = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: element.dataset.zone };
      const now = new Intl.DateTimeFormat("en-GB", options).format(new Date());
      if (element.textContent !== now) element.textContent = now;
    }
  }

  document.addEventListener("htmx:afterSwap", tick);
  setInterval(tick, TICK_MS);
  tick();
})();
