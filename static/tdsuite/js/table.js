// The drawer of a table follows by itself, unless something is being written in it: then it says that it is out of date.
// What is open stays open when it is made new, and what can be taken back can be.
"use strict";

(() => {
  let open = null;
  let undo = null;
  let written = false;
  const drawer = () => document.getElementById("drawer");
  const sections = () => [...(drawer()?.querySelectorAll(".body > details") || [])];

  document.addEventListener("input", ({ target }) => (written = written || !!target.closest("#drawer")));
  document.addEventListener("htmx:beforeRequest", (event) => {
    const shown = drawer();
    if (!shown || event.target !== shown) return;
    if (written || shown.querySelector("form :is(input, textarea, select):focus")) {
      event.preventDefault();
      shown.querySelector("[data-changed]").hidden = false;
    }
  });
  document.addEventListener("htmx:beforeSwap", ({ detail }) => {
    if (detail.target.id !== "drawer") return;
    open = sections().map(({ id, open }) => [id, open]);
    undo = drawer()?.querySelector("form.undo");
  });
  document.addEventListener("htmx:afterSettle", ({ detail }) => {
    if (!open || !drawer()) return;
    const renewed = detail.elt === drawer() && detail.requestConfig?.elt?.id === "drawer";
    if (renewed && undo && !drawer().querySelector("form.undo")) {
      drawer().querySelector(".told").append(undo);
      window.htmx.process(undo);
    }
    for (const [id, was] of open) {
      const section = drawer().querySelector(`#${id}`);
      if (section && (was || renewed)) section.open = was;
    }
    open = null;
    written = false;
  });
})();
