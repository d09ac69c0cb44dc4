// A field of time zones marked data-zone begins with the zone of this browser, until somebody chooses.
for (const field of document.querySelectorAll("input[data-zone]")) {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const known = [...field.list.options].some((option) => option.value === zone);
  if (field.defaultValue === "UTC" && known) field.value = zone;
}
