// Pages of rounds: a click on a player's number in a draft puts it into the swap form.
"use strict";

document.addEventListener("click", (event) => {
  const number = event.target.closest?.("[data-swap]");
  const fields = document.querySelectorAll("#swap input[type=number]");
  if (!number || fields.length !== 2) return;
  const empty = [...fields].find((field) => !field.value) || fields[0];
  if (empty === fields[0]) fields[1].value = "";
  empty.value = number.dataset.swap;
  fields[empty === fields[0] ? 1 : 0].focus({ preventScroll: true });
});

// "Pair again" in a note opens what it points at.
window.addEventListener("hashchange", () => {
  const target = location.hash && document.querySelector(location.hash);
  if (target && target.tagName === "DETAILS") target.open = true;
});
