// A form marked data-drop takes a file dropped anywhere on the page into its file field, and is sent unless it is to wait.
for (const form of document.querySelectorAll("form[data-drop]")) {
  const field = form.querySelector("input[type=file]");
  const stop = (event) => event.preventDefault();
  document.addEventListener("dragover", (event) => {
    stop(event);
    form.classList.add("dropping");
  });
  document.addEventListener("dragleave", () => form.classList.remove("dropping"));
  document.addEventListener("drop", (event) => {
    stop(event);
    form.classList.remove("dropping");
    if (event.dataTransfer.files.length) {
      field.files = event.dataTransfer.files;
      if (form.dataset.drop !== "wait") form.requestSubmit();
    }
  });
}
