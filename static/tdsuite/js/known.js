// A player's name: while it is typed, people of the rating lists and of earlier events are offered below it. Arrow keys and Enter
// choose, Escape leaves; a name typed to its end stays as it is typed. Without this file the form asks after it is sent.
"use strict";

for (const field of document.querySelectorAll("[data-known]")) {
  const form = field.form;
  const list = document.createElement("ul");
  const chosenFacts = document.createElement("p");
  const id = `${field.id}-people`;
  let people = []; // those offered
  let at = -1; // which of them
  let asked = 0; // the newest question; answers to older ones are dropped

  Object.assign(list, { id, className: "known", hidden: true });
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", field.labels[0].textContent.trim());
  chosenFacts.className = "help";
  chosenFacts.setAttribute("role", "status");
  field.after(list, chosenFacts);
  field.autocomplete = "off";
  field.setAttribute("role", "combobox");
  field.setAttribute("aria-autocomplete", "list");
  field.setAttribute("aria-controls", id);
  field.setAttribute("aria-expanded", "false");

  function point(place) {
    const places = people.length + 1; // and -1, what is typed
    at = ((place + 1 + places) % places) - 1;
    [...list.children].forEach((option, index) => option.setAttribute("aria-selected", String(index === at)));
    if (at < 0) field.removeAttribute("aria-activedescendant");
    else field.setAttribute("aria-activedescendant", list.children[at].id);
    list.children[at]?.scrollIntoView({ block: "nearest" });
  }

  function part(tag, text, className) {
    const element = document.createElement(tag);
    element.textContent = text;
    if (className) element.className = className;
    return element;
  }

  function offer(likely) {
    people = likely;
    list.replaceChildren(
      ...people.map((person, index) => {
        const option = document.createElement("li");
        option.id = `${id}-${index}`;
        option.setAttribute("role", "option");
        option.append(part("b", person.name), part("span", person.facts), part("em", person.warnings.join(" ")));
        return option;
      }),
    );
    list.hidden = !people.length;
    field.setAttribute("aria-expanded", String(!list.hidden));
    point(-1);
  }

  function close() {
    asked++;
    offer([]);
  }

  function choose() {
    const person = people[at];
    field.value = person.name;
    let pick = form.elements.pick;
    if (!pick.type) {
      pick[0].closest("fieldset").remove(); // the question of before is answered
      pick = Object.assign(document.createElement("input"), { type: "hidden", name: "pick" });
      form.append(pick);
    }
    pick.value = `${person.key} ${person.name}`;
    if (form.elements.rating) form.elements.rating.value = person.rating ?? "";
    chosenFacts.textContent = person.facts;
    close();
  }

  field.addEventListener("input", async () => {
    const words = field.value.trim();
    const question = ++asked;
    chosenFacts.textContent = "";
    if (words.length < 2) return offer([]);
    try {
      const answer = await fetch(`${field.dataset.known}?q=${encodeURIComponent(words)}`);
      if (question === asked && answer.ok && !answer.redirected) offer((await answer.json()).people);
    } catch {
      if (question === asked) offer([]);
    }
  });
  field.addEventListener("keydown", (event) => {
    if (event.isComposing || list.hidden) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) point(at + step);
    else if (event.key === "Enter" && at >= 0) choose();
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the cursor stays in the field
  list.addEventListener("click", (event) => {
    at = [...list.children].indexOf(event.target.closest("[role=option]"));
    if (at >= 0) choose();
  });
  field.addEventListener("blur", close);
}
