import { randomBytes } from "node:crypto";
import { redisInstalled, startRedis, type TestRedis } from "@countersign/ephemeral/test-redis";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../../../testing/browser.ts";
import { agree, authorizationOf, redeem, signIn } from "../../../../../testing/flows.ts";
import { mailsIn, type SentMail } from "../../../../../testing/servers/mail.ts";
import { type Service, startService } from "../../../../../testing/service.ts";
import { isOfPoll } from "../../../../../testing/statements.ts";
import { parseKeyEncryptionKeys } from "../../../keys/key-encryption-keys.ts";

const KEYS = `k1:${randomBytes(32).toString("base64url")}`;
const SETTINGS = { SIGN_UP: "open", MAIL_URL: "smtp://127.0.0.1:2525", KEY_ENCRYPTION_KEYS: KEYS };

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService({ proxied: true, settings: SETTINGS });
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  await service.rows("DELETE FROM mail_delivery");
  service.pass(3600); // the limits on mails begin again
});

const password = "mossy lantern over seven rivers";
let people = 0;
const newAddress = () => `new${people++}@example.org`;

const mails = (): Promise<readonly SentMail[]> => mailsIn(service.rows, parseKeyEncryptionKeys(KEYS));
const codeIn = async () => (await mails()).at(-1)?.parameters.code ?? "";
const accounts = (address: string) => service.rows("SELECT * FROM end_user WHERE email_canonical = $1", [address]);

async function atAddress(who = browser, client: "webClient" = "webClient", changes: Fields = {}): Promise<Answer> {
  const login = await who.follow(await who.get(authorizationOf(client, changes)));
  return who.follow(await who.submit(login, "/login", { action: "sign-up" }));
}

async function atCode(email: string, who = browser): Promise<Answer> {
  const page = await atAddress(who);
  return who.follow(await who.submit(page, "/sign-up", { email, action: "continue" }));
}

async function atDetails(email: string, who = browser): Promise<Answer> {
  const page = await atCode(email, who);
  return who.follow(await who.submit(page, "/sign-up/code", { code: await codeIn(), action: "confirm" }));
}

const details = { "given-name": "Nora", "family-name": "Quist", "new-password": password, action: "create" };
const create = (page: Answer, fields: Fields = {}, who = browser) =>
  who.submit(page, "/sign-up/details", { ...details, ...fields });

describe("a person creates an account", () => {
  it("and continues to the consent, and the client receives a code", async () => {
    const email = newAddress();
    const consent = await browser.follow(await create(await atDetails(email), { username: "Nora" }));
    expect(consent.body).toContain("Signed in as Nora Quist.");
    const answer = await agree(browser, consent);
    expect(answer.location?.searchParams.get("code")).toMatch(/^[\w-]{43}$/);

    const [account] = await accounts(email);
    expect(account).toMatchObject({
      username: "nora",
      email,
      email_verified: true,
      email_verified_at: service.clock.now,
      given_name: "Nora",
      family_name: "Quist",
      name: "Nora Quist",
      locale: "en",
      birthdate: null,
      age_confirmed_at: null,
    });
    expect(account?.password_hash).toMatch(/^\$argon2id\$/);
    const redeemed = await redeem(service.origin, answer.location?.searchParams.get("code") ?? "");
    expect(redeemed.body.id_token).toBeDefined();
  });

  it("and has no row before the code was right (signup-01)", async () => {
    const email = newAddress();
    const page = await atDetails(email);
    expect(page.body).toContain('id="new-password"');
    expect(page.body).not.toContain("undefined");
    expect(await accounts(email)).toEqual([]);
    const owner = openBrowser(service.origin);
    service.pass(61);
    await owner.follow(await create(await atDetails(email, owner), {}, owner));
    expect(await accounts(email)).toHaveLength(1);
  });

  it("signs in with the address afterwards, in any case, and with the username", async () => {
    const email = newAddress();
    await create(await atDetails(email), { username: "nora.two" });
    for (const username of [email, email.toUpperCase(), "nora.two", "NORA.TWO"]) {
      const other = openBrowser(service.origin);
      const login = await other.follow(await other.get(authorizationOf("webClient")));
      const after = await other.follow(await other.submit(login, "/login", { username, password, action: "sign-in" }));
      expect(after.body, username).toContain("Signed in as Nora Quist.");
    }
  });

  it("keeps the case of the address for mail, and gets a username that tells nothing", async () => {
    const email = newAddress();
    await create(await atDetails(email.replace("new", "New")));
    const [account] = await accounts(email);
    expect(account?.email).toBe(email.replace("new", "New"));
    expect(account?.username).toMatch(/^person-[a-z0-9]{12}$/);
  });

  it("writes one audit event for it, and the sign-in", async () => {
    const email = newAddress();
    await create(await atDetails(email));
    const [account] = await accounts(email);
    const events = await service.rows(
      "SELECT type, actor_id, address FROM audit_event WHERE user_id = $1 ORDER BY id",
      [account?.id],
    );
    expect(events.map(({ type }) => type)).toEqual(["user_signed_up", "sign_in"]);
    expect(events[0]).toMatchObject({ actor_id: account?.id, address: expect.stringMatching(/^10\./) });
  });

  it("can go back to the sign-in, and sign in", async () => {
    const page = await atAddress();
    const login = await browser.follow(await browser.submit(page, "/sign-up", { action: "sign-in" }));
    expect((await signIn(browser, login)).body).toContain("Signed in as alice example.");
  });

  it("can name another address, and ask for another message after a minute", async () => {
    const [first, second] = [newAddress(), newAddress()];
    const page = await atCode(first);
    const address = await browser.follow(await browser.submit(page, "/sign-up/code", { action: "change-address" }));
    const code = await browser.follow(await browser.submit(address, "/sign-up", { email: second, action: "continue" }));
    const early = await browser.submit(code, "/sign-up/code", { action: "resend" });
    expect([early.status, Number(early.headers.get("retry-after"))]).toEqual([429, 60]);
    expect(early.body).toContain("You can ask for a new one in 1\u00a0min.");
    service.pass(61);
    const resent = await browser.follow(await browser.submit(code, "/sign-up/code", { action: "resend" }));
    expect(resent.body).toContain("We sent a new code.");
    expect((await mails()).map(({ kind, to }) => [kind, to])).toEqual([
      ["sign-up-code", first],
      ["sign-up-code", second],
      ["sign-up-code", second],
    ]);
  });

  it("has ten minutes for the code, and as long again for the details", async () => {
    const page = await atCode(newAddress());
    service.pass(590);
    const form = await browser.follow(
      await browser.submit(page, "/sign-up/code", { code: await codeIn(), action: "confirm" }),
    );
    service.pass(590);
    expect((await browser.follow(await create(form))).body).toContain("Signed in as Nora Quist.");
  });
});

describe("responses do not reveal whether an account exists", () => {
  const shape = (answer: Answer) => ({
    status: answer.status,
    body: answer.body.replace(/value="[\w-]{43}"/g, "").replaceAll(/[\w.]+@example\.org/g, "ADDRESS"),
    headers: [...answer.headers].filter(
      ([name]) => !["date", "content-length", "location", "x-request-id"].includes(name),
    ),
  });

  it("signup-02: each page is the same for an address with an account, and the mail says so", async () => {
    const other = openBrowser(service.origin);
    const [unknown, known] = [await atCode(newAddress()), await atCode("alice@example.org", other)];
    expect(shape(known)).toEqual(shape(unknown));
    const wrong = { code: "000000", action: "confirm" };
    const tried = await browser.submit(unknown, "/sign-up/code", wrong);
    expect(shape(await other.submit(known, "/sign-up/code", wrong))).toEqual(shape(tried));
    const sent = (await mails()).map(({ kind, to, userId, parameters }) => ({ kind, to, userId, parameters }));
    expect(sent[1]).toEqual({ kind: "account-exists", to: "alice@example.org", userId: service.alice, parameters: {} });
    expect(sent[0]).toMatchObject({ kind: "sign-up-code", userId: null });
  });

  it("signup-02: the work is the same: the same statements, and one row in the outbox", async () => {
    const statementsFor = async (email: string) => {
      const who = openBrowser(service.origin);
      const page = await atAddress(who);
      let bytes = "";
      service.proxy.tap((some) => {
        const message = some.toString("latin1");
        if (!isOfPoll(message)) bytes += message;
      });
      await who.submit(page, "/sign-up", { email, action: "continue" });
      service.proxy.tap(() => undefined);
      return [...bytes.matchAll(/(SELECT|INSERT|UPDATE|DELETE|BEGIN|COMMIT)\s+(?:INTO\s+)?(\w*)/g)].map(
        ([, verb]) => verb,
      );
    };
    const unknown = await statementsFor(newAddress());
    expect(unknown.filter((verb) => verb === "INSERT")).toHaveLength(2);
    expect(await statementsFor("mallory@example.org")).toEqual(unknown);
  });

  it("signup-03: spellings of one address are one account", async () => {
    for (const email of ["ALICE@Example.ORG", "alice@example.org.", " alice@example.org "]) {
      await atCode(email, openBrowser(service.origin));
      expect((await mails()).at(-1)).toMatchObject({ kind: "account-exists", userId: service.alice });
      service.pass(3600);
    }
  });

  it("an address that an operator gave as a username counts as an account", async () => {
    await service.rows(
      `INSERT INTO end_user (id, username, username_folded, created_at, updated_at)
       VALUES (gen_random_uuid(), 'carol@example.org', 'carol@example.org', now(), now())`,
    );
    await atCode("Carol@example.org");
    expect((await mails()).map(({ kind, to }) => [kind, to])).toEqual([["account-exists", "Carol@example.org"]]);
  });
});

describe("attacks on the sign-up", () => {
  it.each(["аlice", "ｍａｌ", "al\u200dice", "admin", "alice"])(
    "signup-04: the username %s is refused",
    async (username) => {
      const email = newAddress();
      const answer = await create(await atDetails(email), { username });
      expect(answer.status).toBe(422);
      expect(answer.body).toContain('id="problem"');
      expect(await accounts(email)).toEqual([]);
    },
  );

  it("signup-05: a username that is the address of another is refused", async () => {
    expect((await create(await atDetails(newAddress()), { username: "alice@example.org" })).status).toBe(422);
  });

  it("signup-06: extra fields are ignored", async () => {
    const email = newAddress();
    const extra = { role: "owner", email_verified: "false", disabled_at: "now", __proto__x: "1", email: "a@b.example" };
    await create(await atDetails(email), { ...extra, id: service.alice });
    expect(await accounts(email)).toMatchObject([{ email, email_verified: true, disabled_at: null }]);
  });

  it("signup-07: sources and addresses have separate limits", async () => {
    const one = openBrowser(service.origin);
    const statuses = [];
    for (let count = 0; count < 21; count++) {
      const page = await atAddress(one);
      statuses.push((await one.submit(page, "/sign-up", { email: newAddress(), action: "continue" })).status);
    }
    expect(statuses.slice(0, 20).every((status) => status === 303)).toBe(true);
    expect(statuses[20]).toBe(429);

    const email = newAddress();
    const answers = [];
    for (let count = 0; count < 6; count++) {
      const who = openBrowser(service.origin);
      answers.push(await who.submit(await atAddress(who), "/sign-up", { email, action: "continue" }));
      service.pass(61);
    }
    expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303, 303, 429]);
    expect(Number(answers[5]?.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await mails()).filter(({ to }) => to === email)).toHaveLength(5);
  });

  it("signup-08: the details before the code lead back to the code", async () => {
    const email = newAddress();
    const page = await atCode(email);
    const request = /name="request" value="([^"]+)"/.exec(page.body)?.[1];
    const answer = await browser.post("/sign-up/details", { request, csrf: "x", ...details });
    expect((await browser.follow(answer)).body).toContain('id="confirm"');
    expect(await accounts(email)).toEqual([]);
  });

  it("signup-09: a code of one browser is refused in another", async () => {
    const email = newAddress();
    const mallory = openBrowser(service.origin);
    const theirs = await atCode(email, mallory);
    service.pass(61);
    await atCode(email);
    const code = await codeIn();
    const [first] = await mails();
    if (first?.parameters.code === code) return;
    const answer = await mallory.submit(theirs, "/sign-up/code", { code, action: "confirm" });
    expect(answer.status).toBe(422);
  });

  it("five wrong codes end the code, and fifteen an hour for the address", async () => {
    const email = newAddress();
    const statuses = [];
    for (let round = 0; round < 4; round++) {
      const page = await atCode(email, openBrowserOnce(round));
      const right = await codeIn();
      const wrong = right === "123456" ? "123457" : "123456";
      for (let count = 0; count < 5; count++) {
        statuses.push((await current.submit(page, "/sign-up/code", { code: wrong, action: "confirm" })).status);
      }
      if (round === 0) {
        const late = await current.submit(page, "/sign-up/code", { code: right, action: "confirm" });
        expect([late.status, late.body.includes("has expired")]).toEqual([422, true]);
      }
      service.pass(61);
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(5);
  });
  let current: Browser;
  const openBrowserOnce = (_: number) => {
    current = openBrowser(service.origin);
    return current;
  };

  it.each([
    ["mail-02", '"a\r\nRCPT TO:<b>"@x.example'],
    ["mail-02", "a@x.example,b@y.example"],
    ["mail-02", "<a@x.example>b@y.example"],
    ["mail-02", "a@x.example\r\nBcc: b@y.example"],
  ])("%s: %j is not an address", async (_, email) => {
    const answer = await browser.submit(await atAddress(), "/sign-up", { email, action: "continue" });
    expect([answer.status, answer.body.includes("Enter a valid email address")]).toEqual([422, true]);
    expect(await mails()).toEqual([]);
  });

  it("F9: a program that fills in the hidden field goes no further, and no page speaks of a mail", async () => {
    const page = await atAddress();
    const fields = { email: newAddress(), "leave-empty": "https://spam.example", action: "continue" };
    const answer = await browser.submit(page, "/sign-up", fields);
    expect([answer.status, answer.body.includes("Something went wrong. Start again")]).toEqual([422, true]);
    expect(await mails()).toEqual([]);
  });

  it("signup-14: the last form sent again makes no second account and no second code", async () => {
    const email = newAddress();
    const page = await atDetails(email);
    const both = await Promise.all([create(page), create(page)]);
    const ends = await Promise.all(both.map((answer) => browser.follow(answer)));
    expect(ends.filter(({ body }) => body.includes("Signed in as Nora Quist.")).length).toBeGreaterThanOrEqual(1);
    expect(await accounts(email)).toHaveLength(1);
    const consent = await browser.follow(await browser.get(ends[0]?.location ?? authorizationOf("webClient")));
    const answer = await agree(browser, consent);
    expect(answer.location?.searchParams.has("code")).toBe(true);
    const again = await browser.follow(await create(page));
    expect(again.body).not.toContain("code=");
    expect(await accounts(email)).toHaveLength(1);
  });

  it("signup-15: of two browsers that proved one address, one gets the account, the other a neutral page", async () => {
    const email = newAddress();
    const other = openBrowser(service.origin);
    const first = await atDetails(email);
    service.pass(61);
    const second = await atDetails(email, other);
    const answers = await Promise.all([create(first), create(second, {}, other)]);
    const pages = [await browser.follow(answers[0]), await other.follow(answers[1])];
    expect(pages.filter(({ body }) => body.includes("Signed in as Nora Quist."))).toHaveLength(1);
    expect(await accounts(email)).toHaveLength(1);
    const late = pages.findIndex(({ body }) => body.includes("Start again, or sign in"));
    const [page, who] = [pages[late], [browser, other][late]];
    if (page === undefined || who === undefined) throw new Error("no browser was told to start again");
    const login = await who.follow(await who.submit(page, "/sign-up", { action: "sign-in" }));
    expect(login.body).toContain('id="password"');
  });

  it.each(["password1234567", "nora quist nora", "short words"])("the password %j is refused", async (weak) => {
    const email = newAddress();
    const answer = await create(await atDetails(email), { "new-password": weak });
    expect(answer.status).toBe(422);
    expect(answer.body).not.toContain(weak);
    expect(await accounts(email)).toEqual([]);
  });

  it("a form of another site is refused", async () => {
    const page = await atAddress();
    const request = /name="request" value="([^"]+)"/.exec(page.body)?.[1];
    const answer = await browser.post("/sign-up", { request, csrf: "x", email: newAddress(), action: "continue" });
    expect(answer.status).toBe(403);
    expect(await mails()).toEqual([]);
  });
});

describe.each(redisInstalled ? ["PostgreSQL", "Redis"] : ["PostgreSQL"])("with short-lived state in %s", (kind) => {
  let own: Service;
  let redis: TestRedis | undefined;
  beforeAll(async () => {
    redis = kind === "Redis" ? await startRedis() : undefined;
    const settings = { ...SETTINGS, ...(redis === undefined ? {} : { REDIS_URL: redis.url }) };
    own = await startService({ settings, ephemeral: "configured" });
  });
  afterAll(async () => {
    await own.close();
    await redis?.stop();
  });

  it("a person creates an account", async () => {
    const who = openBrowser(own.origin);
    const email = newAddress();
    const login = await who.follow(await who.get(authorizationOf("webClient")));
    const start = await who.follow(await who.submit(login, "/login", { action: "sign-up" }));
    const code = await who.follow(await who.submit(start, "/sign-up", { email, action: "continue" }));
    const sent = (await mailsIn(own.rows, parseKeyEncryptionKeys(KEYS))).at(-1)?.parameters.code;
    const form = await who.follow(await who.submit(code, "/sign-up/code", { code: sent, action: "confirm" }));
    const consent = await who.follow(await who.submit(form, "/sign-up/details", details));
    expect(consent.body).toContain("Signed in as Nora Quist.");
  });
});
