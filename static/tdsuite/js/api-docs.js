// The interactive page of the API: reads the OpenAPI document and asks no other host for anything.
const place = document.getElementById("api-docs");

// The library's own layout is a whole page, with a title and a main part of its own. Ours has these already.
const within = ({ React }) => {
  function Calls({ getComponent, specSelectors }) {
    const part = (name) => React.createElement(getComponent(name, true), { key: name });
    const drawn = specSelectors.loadingStatus() === "success" ? ["AuthorizeBtnContainer", "operations", "Models"] : [];
    return React.createElement("div", { className: "swagger-ui" }, ["errors", ...drawn].map(part));
  }
  return { components: { Calls } };
};

window.SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  plugins: [within],
  layout: "Calls",
  deepLinking: true,
  docExpansion: "none",
  defaultModelsExpandDepth: 0,
  validatorUrl: null,
});
