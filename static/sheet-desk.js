// The director's page of one sheet follows by itself, unless something is open or being written on it: then it says so.
"use strict";

document.addEventListener(
  "live",
  (event) => {
    if (event.target.dataset.changed === undefined) return;
    const busy = document.querySelector("main details[open], main :is(input, textarea, select):focus");
    if (busy) event.target.hidden = false;
    else location.reload();
  },
  true,
);
