/** A person who closes the window of a sign-up, and begins again in the same browser. */
import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, openBrowser } from "../../../../../testing/browser.ts";
import { authorizationOf } from "../../../../../testing/flows.ts";
import { mailsIn } from "../../../../../testing/servers/mail.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { parseKeyEncryptionKeys } from "../../../keys/key-encryption-keys.ts";

const KEYS = `k1:${randomBytes(32).toString("base64url")}`;
const SETTINGS = { SIGN_UP: "open", MAIL_URL: "smtp://127.0.0.1:2525", KEY_ENCRYPTION_KEYS: KEYS };

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ settings: SETTINGS });
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  await service.rows("DELETE FROM mail_delivery");
  service.pass(3600); // the limits on mails start again
});

let people = 0;
const newAddress = () => `again${people++}@example.org`;
const mails = () => mailsIn(service.rows, parseKeyEncryptionKeys(KEYS));
const codeIn = async () => (await mails()).at(-1)?.parameters.code ?? "";
const accounts = (address: string) => service.rows("SELECT * FROM end_user WHERE email_canonical = $1", [address]);

async function atAddress(who = browser): Promise<Answer> {
  const login = await who.follow(await who.get(authorizationOf("webClient")));
  return who.follow(await who.submit(login, "/login", { action: "sign-up" }));
}

async function atCode(email: string, who = browser): Promise<Answer> {
  return who.follow(await who.submit(await atAddress(who), "/sign-up", { email, action: "continue" }));
}

async function atDetails(email: string, who = browser): Promise<Answer> {
  const page = await atCode(email, who);
  return who.follow(await who.submit(page, "/sign-up/code", { code: await codeIn(), action: "confirm" }));
}

const create = (page: Answer, who = browser) =>
  who.submit(page, "/sign-up/details", { "new-password": "mossy lantern over seven rivers", action: "create" });

describe("newcomer F13: who closes the window and begins again within a minute", () => {
  const begunAgain = async (email: string, who = browser) => {
    const page = await atAddress(who);
    return who.submit(page, "/sign-up", { email, action: "continue" });
  };
  const confirm = (page: Answer, email: string, code: string, who = browser) =>
    who.submit(page, "/sign-up", { email, code, action: "confirm" });

  it("has a field for the code of the message that came", async () => {
    const email = newAddress();
    expect((await atAddress()).body).not.toContain('id="code"');
    await atCode(email);
    const page = await begunAgain(email);
    expect([page.status, page.body.includes('id="code"')]).toEqual([429, true]);
    expect(await mails()).toHaveLength(1);
    const form = await browser.follow(await confirm(page, email, await codeIn()));
    expect((await create(form)).status).toBe(303);
    expect(await accounts(email)).toHaveLength(1);
  });

  it("is told of a code that is wrong, used up, or no code, and can type another one", async () => {
    const email = newAddress();
    await atCode(email);
    const page = await begunAgain(email);
    const right = await codeIn();
    const wrong = right === "123456" ? "123457" : "123456";
    const answers = [];
    for (const code of ["12", wrong, wrong, wrong, wrong, wrong, right]) answers.push(await confirm(page, email, code));
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(422));
    expect(answers.map(({ body }) => body.includes('id="code"'))).toEqual([...Array(6).fill(true), false]);
    expect(answers[0]?.body).toContain("The code has six digits.");
    expect(answers[1]?.body).toContain("That code didn’t work.");
    expect(answers[6]?.body).toContain("has expired");
    expect(await accounts(email)).toEqual([]);
  });

  it("sees the same for an address that has an account, and in another browser, where no code is good", async () => {
    const email = newAddress();
    const owner = openBrowser(service.origin);
    await create(await atDetails(email, owner), owner);
    service.pass(61);
    const other = openBrowser(service.origin);
    await atCode(email, other);
    const page = await begunAgain(email, other);
    expect([page.status, page.body.includes('id="code"')]).toEqual([429, true]);

    const fresh = newAddress();
    await atCode(fresh);
    const code = await codeIn();
    const elsewhere = openBrowser(service.origin);
    const refused = await confirm(await begunAgain(fresh, elsewhere), fresh, code, elsewhere);
    expect([refused.status, refused.body.includes("has expired")]).toEqual([422, true]);
    expect(await accounts(fresh)).toEqual([]);
  });
});
