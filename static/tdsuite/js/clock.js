// Times of lateness clocks count on from the moment they were shown, so that a page between two answers of the server does
// not stand still. Every time is the server's; the browser's own clock is not asked. data-left: seconds shown. data-waited: seconds
// that somebody has waited.
// data-next: seconds until the page changes of itself; then the section around it gets an `alarm` event and asks again.
"use strict";

(() => {
  const TICK_MS = 250;
  const LATE_MS = 400; // the server rounds down to whole seconds
  const shown = new WeakMap(); // element -> when it came into the page

  function elapsed(element) {
    if (!shown.has(element)) shown.set(element, performance.now());
    return performance.now() - shown.get(element);
  }

  const text = (seconds) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

  const alarm = (element) => element.closest("[hx-get]")?.dispatchEvent(new CustomEvent("alarm"));

  function tick() {
    for (const element of document.querySelectorAll("time[data-left]")) {
      const left = text(Math.max(0, Number(element.dataset.left) - Math.floor(elapsed(element) / 1000)));
      if (element.textContent !== left) element.textContent = left;
    }
    for (const element of document.querySelectorAll("time[data-waited]")) {
      const waited = text(Number(element.dataset.waited) + Math.floor(elapsed(element) / 1000));
      if (element.textContent !== waited) element.textContent = waited;
    }
    for (const element of document.querySelectorAll("[data-next]")) {
      if (elapsed(element) < Number(element.dataset.next) * 1000 + LATE_MS) continue;
      delete element.dataset.next;
      alarm(element);
    }
  }

  setInterval(tick, TICK_MS);
  tick();
})();
