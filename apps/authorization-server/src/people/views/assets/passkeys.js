// Ceremonies of WebAuthn as forms. A form with `data-passkey` carries the options of a ceremony in `data-options`. The
// response goes into its field `credential`, and the form is sent. Browsers that cannot read the options as JSON see no
// button (WebAuthn Level 3 §5.1.9 and §5.1.10).
(() => {
  const api = window.PublicKeyCredential;
  if (!api?.parseCreationOptionsFromJSON || !api.parseRequestOptionsFromJSON) return;

  /** The ceremony that waits for the person; a new one ends it. */
  let waiting = new AbortController();

  const ask = (form, extra) => {
    waiting.abort();
    waiting = new AbortController();
    const options = JSON.parse(form.dataset.options);
    const request = { signal: waiting.signal, ...extra };
    return form.dataset.passkey === "create"
      ? navigator.credentials.create({ ...request, publicKey: api.parseCreationOptionsFromJSON(options) })
      : navigator.credentials.get({ ...request, publicKey: api.parseRequestOptionsFromJSON(options) });
  };

  const send = (form, credential) => {
    form.elements.credential.value = JSON.stringify(credential.toJSON());
    form.submit();
  };

  const announce = (form, shown) => {
    for (const text of document.querySelectorAll(`[data-cancelled="${form.id}"]`)) text.hidden = !shown;
  };

  // The browser offers passkeys where it fills in usernames.
  const offer = async (form) => {
    if (!(await api.isConditionalMediationAvailable?.())) return;
    try {
      send(form, await ask(form, { mediation: "conditional" }));
    } catch {
      // The person chose another way, or the button asked instead.
    }
  };

  // A ceremony stands for the fields with `data-instead`.
  const hold = async (form) => {
    const needed = [...form.elements].filter((field) => !("instead" in field.dataset));
    if (!needed.every((field) => field.reportValidity())) return;
    announce(form, false);
    try {
      send(form, await ask(form, {}));
    } catch {
      announce(form, true);
      if ("conditional" in form.dataset) offer(form);
    }
  };

  const start = (form) => {
    form.addEventListener("submit", (event) => {
      // A button with `data-plain` sends the form without a ceremony.
      if ("plain" in (event.submitter?.dataset ?? {})) return;
      event.preventDefault();
      hold(form);
    });
    // A form that is sent by another button, as the Enter key does, has its ceremony behind a button of its own.
    for (const button of form.ownerDocument.querySelectorAll(`[form="${form.id}"], #${form.id} button`)) {
      if ("ceremony" in button.dataset) button.addEventListener("click", () => hold(form));
      button.hidden = false;
    }
    if ("conditional" in form.dataset) offer(form);
  };

  // WebAuthn Level 3 §5.1.10: tells the browser which passkeys it may forget or rename. A browser without this ignores it.
  const signal = ({ dataset }) => {
    const quietly = (told) => told?.catch(() => {});
    if (dataset.unknownCredential) {
      const { rpId } = JSON.parse(dataset.options);
      quietly(api.signalUnknownCredential?.({ rpId, credentialId: dataset.unknownCredential }));
    }
    if (dataset.accepted) quietly(api.signalAllAcceptedCredentials?.(JSON.parse(dataset.accepted)));
    if (dataset.details) quietly(api.signalCurrentUserDetails?.(JSON.parse(dataset.details)));
  };

  // A form with `data-capable` says whether this device can keep a passkey.
  const declare = async (field) => {
    if (await api.isUserVerifyingPlatformAuthenticatorAvailable()) field.value = "1";
  };

  for (const field of document.querySelectorAll("[data-capable]")) declare(field).catch(() => {});
  for (const told of document.querySelectorAll("[data-unknown-credential], [data-accepted], [data-details]"))
    signal(told);
  for (const form of document.querySelectorAll("form[data-passkey]")) start(form);
})();
