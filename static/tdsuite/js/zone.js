// A choice of time zones marked data-zone begins with the zone of this browser, until somebody chooses.
for (const field of document.querySelectorAll("select[data-zone]")) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const first = field.querySelector("option[selected]");
  if ((!first || first.value === "UTC") && [...field.options].some((option) => option.value === zone)) field.value = zone;
}
