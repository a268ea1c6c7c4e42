import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../../testing/acts/acts.ts";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../../../testing/browser.ts";
import { authorizationOf, signIn } from "../../../../../testing/flows.ts";
import { mailsIn } from "../../../../../testing/servers/mail.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { addTerms } from "../../../../administration/terms/terms.ts";
import { parseKeyEncryptionKeys } from "../../../keys/key-encryption-keys.ts";

const KEYS = `k1:${randomBytes(32).toString("base64url")}`;

let service: Service;
let browser: Browser;
beforeAll(async () => {
  const settings = {
    SIGN_UP: "open",
    SIGN_UP_MINIMUM_AGE: "16",
    MAIL_URL: "smtp://127.0.0.1:2525",
    KEY_ENCRYPTION_KEYS: KEYS,
  };
  service = await startService({ settings });
});
afterAll(() => service.close());
beforeEach(async () => {
  for (const table of ["terms_acceptance", "terms_document", "mail_delivery"])
    await service.rows(`DELETE FROM ${table}`);
  service.pass(3600);
  browser = openBrowser(service.origin);
});

const urls = { en: "https://rp.example/terms", de: "https://rp.example/bedingungen" };
const publish = (version: string, name = "Terms of use", requiredFrom = service.clock.now) =>
  addTerms(service.database, { name, version, urls, requiredFrom }, byOperatorAt(service.clock.now));
const documentsOf = (page: Answer) =>
  [...page.body.matchAll(/name="document" value="([^"]+)"/g)].map(([, id]) => id ?? "");
const answer = (page: Answer, action: string) =>
  browser.submit(page, "/terms", { action, document: documentsOf(page) });
const accepted = () =>
  service.rows(`SELECT d.version, a.language, a.accepted_at FROM terms_acceptance a
                  JOIN terms_document d ON d.id = a.document_id ORDER BY d.version`);

describe("GDPR Art. 7: terms that are new to a person", () => {
  it("are asked for once, before the consent, and the acceptance is kept with version, time and language", async () => {
    await publish("1");
    const page = await signIn(browser, await browser.get(authorizationOf("webClient", { ui_locales: "de" })));
    expect(page.body).toContain('href="https://rp.example/bedingungen"');
    const consent = await browser.follow(await answer(page, "accept"));
    expect(consent.body).toContain('id="allow"');
    expect(await accepted()).toEqual([{ version: "1", language: "de", accepted_at: service.clock.now }]);
    const again = openBrowser(service.origin);
    expect((await signIn(again, await again.get(authorizationOf("webClient")))).body).toContain('id="allow"');
  });

  it("give the client access_denied when the person declines", async () => {
    await publish("1");
    const page = await signIn(browser, await browser.get(authorizationOf("webClient")));
    const declined = await answer(page, "decline");
    expect(declined.location?.searchParams.get("error")).toBe("access_denied");
    expect(await accepted()).toEqual([]);
  });

  it("are asked for again in a newer version, from the time on that it is required", async () => {
    await publish("1");
    await browser.follow(
      await answer(await signIn(browser, await browser.get(authorizationOf("webClient"))), "accept"),
    );
    const later = new Date(service.clock.now.getTime() + 60_000);
    await publish("2", "Terms of use", later);
    expect((await browser.follow(await browser.get(authorizationOf("webClient")))).body).toContain('id="allow"');
    service.pass(60);
    const page = await browser.follow(await browser.get(authorizationOf("webClient")));
    expect(documentsOf(page)).toHaveLength(1);
    await answer(page, "accept");
    expect((await accepted()).map(({ version }) => version)).toEqual(["1", "2"]);
  });

  it("give interaction_required for prompt=none", async () => {
    await signIn(browser, await browser.get(authorizationOf("webClient")));
    await publish("1");
    const silent = await browser.get(authorizationOf("webClient", { prompt: "none" }));
    expect(silent.location?.searchParams.get("error")).toBe("interaction_required");
  });

  it("are not accepted by a form that names other documents", async () => {
    await publish("1");
    const page = await signIn(browser, await browser.get(authorizationOf("webClient")));
    for (const document of ["", "x", "00000000-0000-4000-8000-000000000000"]) {
      const next = await browser.follow(await browser.submit(page, "/terms", { action: "accept", document }));
      expect(next.body).toContain('id="accept"');
    }
    expect(await accepted()).toEqual([]);
  });

  it("exist once in each version", async () => {
    await publish("1");
    await expect(publish("1")).rejects.toThrow("there is a version 1 of Terms of use already");
  });
});

describe("a sign-up that needs terms and an age", () => {
  async function atDetails(email: string): Promise<Answer> {
    const start = await browser.follow(await browser.get(authorizationOf("webClient", { prompt: "create" })));
    const code = await browser.follow(await browser.submit(start, "/sign-up", { email, action: "continue" }));
    const [mail] = await mailsIn(service.rows, parseKeyEncryptionKeys(KEYS));
    return browser.follow(
      await browser.submit(code, "/sign-up/code", { code: mail?.parameters.code, action: "confirm" }),
    );
  }
  const fields = { "new-password": "mossy lantern over seven rivers", birthdate: "2000-01-02", action: "create" };
  const create = (page: Answer, changes: Fields = {}) =>
    browser.submit(page, "/sign-up/details", {
      ...fields,
      document: documentsOf(page),
      "accept-terms": "yes",
      ...changes,
    });
  const accounts = (email: string) => service.rows("SELECT * FROM end_user WHERE email_canonical = $1", [email]);

  it("keeps the acceptance, and that the age was stated, and not the date", async () => {
    await publish("1");
    const consent = await browser.follow(await create(await atDetails("old@example.org")));
    expect(consent.body).toContain('id="allow"');
    expect(await accounts("old@example.org")).toMatchObject([{ birthdate: null, age_confirmed_at: service.clock.now }]);
    expect(await accepted()).toMatchObject([{ version: "1", language: "en" }]);
  });

  it.each<[string, Fields]>([
    ["terms that were not accepted", { "accept-terms": undefined }],
    ["other documents", { document: "00000000-0000-4000-8000-000000000000" }],
    ["no date of birth", { birthdate: undefined }],
    ["a date that does not exist", { birthdate: "2000-02-30" }],
    ["a person who is too young", { birthdate: "2014-01-03" }],
  ])("refuses %s", async (_, changes) => {
    await publish("1");
    const email = `refused${Math.random().toString(36).slice(2)}@example.org`;
    expect((await create(await atDetails(email), changes)).status).toBe(422);
    expect(await accounts(email)).toEqual([]);
  });

  it("keeps the date where the client asks for it by name", async () => {
    const claims = JSON.stringify({ userinfo: { birthdate: null } });
    const start = await browser.follow(await browser.get(authorizationOf("webClient", { prompt: "create", claims })));
    const email = "named@example.org";
    const code = await browser.follow(await browser.submit(start, "/sign-up", { email, action: "continue" }));
    const [mail] = await mailsIn(service.rows, parseKeyEncryptionKeys(KEYS));
    const typed = { code: mail?.parameters.code, action: "confirm" };
    await create(await browser.follow(await browser.submit(code, "/sign-up/code", typed)));
    expect(await accounts(email)).toMatchObject([{ birthdate: "2000-01-02" }]);
  });
});
