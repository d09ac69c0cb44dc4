// Pages of rounds: "Pair again" in a note opens what it points at.
"use strict";

window.addEventListener("hashchange", () => {
  const target = location.hash && document.querySelector(location.hash);
  if (target && target.tagName === "DETAILS") target.open = true;
});
