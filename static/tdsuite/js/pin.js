// A PIN is masked while it is typed; a button beside it shows it, and hides it again when the field is left.
"use strict";

const { show: showText, hide: hideText, showLabel } = document.currentScript.dataset; // in the reader's language
for (const field of document.querySelectorAll("input[data-pin]")) {
  const button = Object.assign(document.createElement("button"), { type: "button", className: "button", textContent: showText });
  const row = Object.assign(document.createElement("span"), { className: "pin-row" });
  const show = (visible) => {
    field.type = visible ? "text" : "password";
    button.textContent = visible ? hideText : showText;
    button.setAttribute("aria-pressed", String(visible));
  };
  const label = document.querySelector(`label[for="${field.id}"]`)?.textContent.trim() ?? "PIN";
  button.setAttribute("aria-label", showLabel.replace("{label}", label));
  button.addEventListener("click", () => {
    show(field.type === "password");
    field.focus();
  });
  field.form?.addEventListener("submit", () => show(false));
  field.replaceWith(row);
  row.append(field, button);
  show(false);
}
