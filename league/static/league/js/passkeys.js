// Passkeys: form[data-passkey="add"|"use"] asks the browser for one and sends its answer in the field "credential".
// What is asked stands in the page (json_script "passkey-asks") or comes from the form's own address.
"use strict";
(() => {
  const isThere = () => window.isSecureContext && window.webauthnJSON?.supported() && !/^[\d.]+$|^\[/.test(location.hostname);

  const asked = async (form) => {
    const there = document.getElementById("passkey-asks");
    if (there) return JSON.parse(there.textContent);
    const answer = await fetch(form.action, { headers: { Accept: "application/json" } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return answer.json();
  };
  const made = async (form) => {
    const { creation_options: creation, request_options: request } = await asked(form);
    if (form.dataset.passkey === "use") return webauthnJSON.get(request);
    // It is kept with the account's name, so that signing in needs no address to be typed.
    Object.assign(creation.publicKey.authenticatorSelection, {
      residentKey: "required", requireResidentKey: true, userVerification: "required",
    });
    return webauthnJSON.create(creation);
  };

  const works = isThere();
  for (const form of document.querySelectorAll("form[data-passkey]")) {
    const part = form.closest("[data-passkey-part]");
    part.querySelector("[data-passkey-none]").hidden = works;
    form.hidden = !works;
    form.addEventListener("submit", async (event) => {
      event.preventDefault();
      event.stopPropagation(); // nothing is on its way before the browser has answered
      const failed = part.querySelector("[data-passkey-failed]");
      failed.hidden = true;
      try {
        form.elements.credential.value = JSON.stringify(await made(form));
        form.submit();
      } catch {
        failed.hidden = false;
      }
    });
  }
})();
