// The page of one slip follows by itself, unless something is open or being written on it: then it says so.
// A press of one's own is on its way to a new page already and is not overtaken.
"use strict";

(() => {
  let leaving = false;
  document.addEventListener("submit", () => (leaving = true));
  window.addEventListener("pageshow", () => (leaving = false));
  document.addEventListener(
    "live",
    (event) => {
      if (event.target.dataset.changed === undefined || leaving) return;
      const busy = document.querySelector("main details[open], main :is(input, textarea, select):focus");
      if (busy) event.target.hidden = false;
      else location.reload();
    },
    true,
  );
})();
