"use strict";
const place = document.getElementById("api");
window.SwaggerUIBundle({
  url: place.dataset.document,
  domNode: place,
  deepLinking: true,
  validatorUrl: null,
  requestInterceptor: (request) => {
    const found = document.cookie.match(/(?:^|; )csrftoken=([^;]+)/);
    if (found) request.headers["X-CSRFToken"] = decodeURIComponent(found[1]);
    return request;
  },
});
