// The interactive page of the API: reads the OpenAPI document and asks no other host for anything.
const place = document.getElementById("api-docs");
window.SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
