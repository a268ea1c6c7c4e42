import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../testing/browser.ts";
import { confirm, giveApp } from "../../../testing/factors/second-factors.ts";
import { authorizationOf, codeFor, redeem, signIn } from "../../../testing/flows.ts";
import { raw } from "../../../testing/raw.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, noon, password } from "../../../testing/world.ts";
import { sendEnrolmentLink } from "../../administration/ways-in/password-resets.ts";

let service: Service;
let browser: Browser;
let passwordHash: unknown;
beforeAll(async () => {
  service = await startService({ proxied: true, settings: { MAIL_FROM: "no-reply@auth.example" } });
  [{ password_hash: passwordHash }] = (await service.rows("SELECT password_hash FROM end_user LIMIT 1")) as [
    { password_hash: string },
  ];
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  for (const table of ["mail_delivery", "address_proof", "browser_session"]) await service.rows(`DELETE FROM ${table}`);
  await service.rows(
    "UPDATE end_user SET password_hash = $1, password_changed_at = NULL, disabled_at = NULL, email_verified_at = $2",
    [passwordHash, noon],
  );
  service.pass(3600); // no limit of the test before
});

const chosen = "a mountain and a river";
const ask = async (email: string, by = browser) =>
  by.submit(await by.get("/forgot-password"), "/forgot-password", { email });
const mailsOf = async (kind: string) => (await service.mails()).filter((mail) => mail.kind === kind);
/** The link in the newest mail to alice. */
const linkFor = async (email = "alice@example.org") => {
  await ask(email, openBrowser(service.origin));
  return (await mailsOf("reset-link")).at(-1)?.parameters.link ?? "";
};
const open = async (link: string, by = browser) => by.follow(await by.get(link));
const set = (page: Answer, secret = chosen, by = browser, fields = {}) =>
  by.submit(page, "/reset-password", { "new-password": secret, ...fields });
const canSignIn = async (secret: string, username = "alice") => {
  const own = openBrowser(service.origin);
  const page = await own.follow(await own.get(authorizationOf("webClient")));
  const answer = await own.submit(page, "/login", { username, password: secret, action: "sign-in" });
  return answer.status === 303;
};

describe("NIST SP 800-63B-4 §4.2.1.2: a forgotten password is replaced by a link in a mail", () => {
  it("once, and the person signs in with the new password afterwards", async () => {
    const page = await open(await linkFor());
    expect(page.body).toContain('value="alice"');
    const done = await set(page);
    expect([done.status, done.body.includes('id="reset-done"')]).toEqual([200, true]);
    expect([await canSignIn(chosen), await canSignIn(password)]).toEqual([true, false]);
    expect((await open(await linkFor("mallory@example.org"))).body).toContain('value="mallory"');
  });

  it("field.md §2: leads on to the app, also in another browser", async () => {
    await service.rows("UPDATE client SET client_uri = $2 WHERE id = $1", ["webClient", "https://app.example/"]);
    const login = await browser.follow(await browser.get(authorizationOf("webClient")));
    const forgot = await browser.get(/href="([^"]*forgot-password[^"]*)"/.exec(login.body)?.[1] ?? "");
    await browser.submit(forgot, "/forgot-password", { email: "alice@example.org" });
    const link = (await mailsOf("reset-link")).at(-1)?.parameters.link ?? "";

    const other = openBrowser(service.origin);
    const done = await set(await open(link, other), chosen, other);
    expect(done.body).toContain('<a id="back" class="button primary" href="https://app.example/">');
    const foreign = link.replace(/return_to=[^&]*/, "return_to=https%3A%2F%2Fevil.example");
    expect((await open(foreign, openBrowser(service.origin))).headers.getSetCookie().join()).not.toContain("-back=");
  });

  it("for an hour, and showing the page spends nothing", async () => {
    const link = await linkFor();
    for (let times = 0; times < 20; times++) await openBrowser(service.origin).get(link);
    service.pass(3599);
    expect((await open(link)).status).toBe(200);
    service.pass(1);
    expect((await open(link)).status).toBe(410);
  });

  it("for as long as the deployment says, and the mail says so", async () => {
    const short = await startService({
      settings: { MAIL_FROM: "no-reply@auth.example", RESET_LINK_MINUTES: "10" },
    });
    const own = openBrowser(short.origin);
    await own.submit(await own.get("/forgot-password"), "/forgot-password", { email: "alice@example.org" });
    const [mail] = await short.mails();
    expect(mail?.expiresAt).toEqual(new Date(short.clock.now.getTime() + 600_000));
    const link = mail?.parameters.link ?? "";
    short.pass(599);
    expect((await own.follow(await own.get(link))).status).toBe(200);
    short.pass(1);
    expect((await own.follow(await own.get(link))).status).toBe(410);
    await short.close();
  });

  it("sends a mail with the link, and a mail after the change", async () => {
    const page = await open(await linkFor());
    await set(page);
    expect(await mailsOf("reset-link")).toMatchObject([
      { to: "alice@example.org", userId: service.alice, parameters: { browser: "node" } },
    ]);
    expect(await mailsOf("password-reset")).toMatchObject([{ to: "alice@example.org", userId: service.alice }]);
  });

  it("does not sign the person in", async () => {
    await set(await open(await linkFor()));
    expect([...browser.cookies.keys()].filter((name) => name.endsWith("-session"))).toEqual([]);
  });

  it("refuses a password that the policy refuses, with the reason, and the link stays valid", async () => {
    const page = await open(await linkFor());
    const refused = await set(page, "alice@example.org");
    expect([refused.status, refused.body.includes("is mostly your name")]).toEqual([422, true]);
    expect((await set(refused, "short")).body).toContain("at least 15 characters");
    expect((await set(refused)).status).toBe(200);
  });

  it("is asked for from the sign-in page, which the person can return to", async () => {
    const login = await browser.follow(await browser.get(authorizationOf("webClient")));
    const link = /id="forgot-password" href="([^"]+)"/.exec(login.body)?.[1] ?? "";
    const sent = await browser.submit(await browser.get(link), "/forgot-password", { email: "alice@example.org" });
    const back = /id="back" href="([^"]+)"/.exec(sent.body)?.[1] ?? "";
    expect((await signIn(browser, await browser.get(back))).body).toContain("/consent");
  });
});

const PASSKEY_ALONE = "password_hash = NULL";

/** Changes every account. */
async function become(state: string): Promise<void> {
  await service.rows(`UPDATE end_user SET ${state}`);
  if (state !== PASSKEY_ALONE) return;
  await service.rows(
    `INSERT INTO passkey (id, user_id, credential_id, public_key, alg, sign_count, transports, aaguid, backup_eligible,
                          backed_up, "use", rp_id, name, created_at)
     SELECT gen_random_uuid(), id, sha256(username::bytea), '', -7, 0, '{}', '00000000-0000-0000-0000-000000000000',
            false, false, 'sign-in', 'auth.example', '', now() FROM end_user`,
  );
}

describe("reset-01: requesting a link reveals nothing about accounts", () => {
  afterEach(() => service.rows("DELETE FROM passkey"));

  const people: readonly [string, string, string?][] = [
    ["a known address", "alice@example.org"],
    ["an unknown address", "nobody@example.org"],
    ["the address of a disabled account", "alice@example.org", "disabled_at = now()"],
    ["reset-12: an address that is not proved", "alice@example.org", "email_verified_at = NULL"],
    ["the address of an account with a passkey and no password", "alice@example.org", PASSKEY_ALONE],
  ];

  it.each(people)("%s gets the same answer after the same work", async (_, email, state) => {
    const answers = [];
    for (const [address, change] of [["nobody.else@example.org"], [email, state]] as const) {
      if (change !== undefined) await become(change);
      const statements: string[] = [];
      const own = openBrowser(service.origin);
      const page = await own.get("/forgot-password");
      service.proxy.tap((bytes) =>
        statements.push(
          ...(bytes.toString("latin1").match(/(?:BEGIN|COMMIT|SELECT id, locale|INSERT INTO \w+|UPDATE \w+)/g) ?? []),
        ),
      );
      const { status, body, headers } = await own.submit(page, "/forgot-password", { email: address });
      service.proxy.tap(() => {});
      const named = [...headers].filter(([name]) => name !== "date" && name !== "x-request-id");
      answers.push({ status, body, named, statements });
    }
    expect(answers[0]).toMatchObject({
      status: 200,
      statements: ["BEGIN", "SELECT id, locale", "INSERT INTO address_proof", "INSERT INTO mail_delivery", "COMMIT"],
    });
    expect(answers[1]).toEqual(answers[0]);
  });

  it.each(people.slice(1))("%s gets no mail", async (_, email, state) => {
    if (state !== undefined) await become(state);
    await ask(email);
    const now = service.clock.now;
    expect((await mailsOf("reset-link")).filter(({ expiresAt }) => expiresAt > now)).toEqual([]);
  });

  it("refuses a text that is not an address, before anything is looked up", async () => {
    expect((await ask("alice")).status).toBe(422);
    expect(await service.mails()).toEqual([]);
  });

  it("says when to try again at the limit, equally for every address", async () => {
    for (const email of ["alice@example.org", "nobody@example.org"]) {
      await ask(email, openBrowser(service.origin));
      const limited = await ask(email, openBrowser(service.origin));
      expect([limited.status, limited.headers.get("retry-after")]).toEqual([429, "60"]);
      expect(limited.body).toContain("Try again in 1\u00a0min.");
    }
  });
});

describe("OWASP ASVS 6.4.3 and 6.5: the token of the link", () => {
  it("reset-02: is void after its use, and when a newer one was asked for", async () => {
    const old = await linkFor();
    service.pass(61);
    const link = await linkFor();
    expect((await open(old)).status).toBe(410);
    await set(await open(link));
    expect((await open(link)).status).toBe(410);
  });

  it("reset-03: of many parallel uses, one wins", async () => {
    const page = await open(await linkFor());
    const secrets = Array.from({ length: 6 }, (_, n) => `${chosen} ${n}`);
    const answers = await Promise.all(secrets.map((secret) => set(page, secret)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410, 410, 410]);
    const won = secrets[answers.findIndex(({ status }) => status === 200)] ?? "";
    expect(await canSignIn(won)).toBe(true);
    expect(await mailsOf("password-reset")).toHaveLength(1);
  });

  it("reset-04: sets no password of another person, whom the form names", async () => {
    const page = await open(await linkFor());
    await set(page, chosen, browser, { username: "mallory", user_id: service.mallory, userId: service.mallory });
    expect([await canSignIn(chosen, "mallory"), await canSignIn(chosen)]).toEqual([false, true]);
  });

  it("reset-09: moves out of the address at once, and is in no log line", async () => {
    const link = await linkFor();
    const token = new URL(link, issuer).searchParams.get("token") ?? "";
    const moved = await browser.get(link);
    expect([moved.status, moved.location?.href]).toEqual([303, `${issuer}/reset-password`]);
    expect(moved.headers.get("referrer-policy")).toBe("no-referrer");
    const [name = "", attributes] = [...browser.attributes].find(([one]) => one.endsWith("-link")) ?? [];
    expect(name).toMatch(/^__Host-/);
    for (const part of ["Max-Age=600", "HttpOnly", "SameSite=Lax", "Secure"]) expect(attributes).toContain(part);
    const page = await browser.follow(moved);
    expect(page.headers.get("referrer-policy")).toBe("no-referrer");
    await set(page);
    expect(page.body + service.log()).not.toContain(token);
    expect([...browser.cookies.keys()].some((one) => one.endsWith("-link"))).toBe(false);
  });

  it.each([
    "/reset-password",
    "/reset-password?token=x",
    `/reset-password?token=${"A".repeat(43)}`,
    "/reset-password/new",
    "/reset-password/new?execution=1",
  ])("reset-11: without a valid one there is no form: %s", async (address) => {
    const page = await open(address);
    expect([410, 404]).toContain(page.status);
    expect(page.body).not.toContain('action="/reset-password"');
    const posted = await browser.post("/reset-password", { "new-password": chosen, csrf: "x" });
    expect(posted.status).toBe(410);
  });

  it("works only in a form of ours, in the browser that opened the link", async () => {
    const page = await open(await linkFor());
    const other = openBrowser(service.origin);
    expect((await set(page, chosen, other)).status).toBe(410);
    expect((await browser.post("/reset-password", { "new-password": chosen })).status).toBe(403);
    expect(await canSignIn(chosen)).toBe(false);
  });

  it("is void when the address belongs to another account or the account is disabled", async () => {
    const page = await open(await linkFor());
    await service.rows("UPDATE end_user SET email_verified_at = NULL WHERE id = $1", [service.alice]);
    expect((await set(page)).status).toBe(410);
    const again = await open(await linkFor("mallory@example.org"));
    await service.rows("UPDATE end_user SET disabled_at = now() WHERE id = $1", [service.mallory]);
    expect((await set(again)).status).toBe(410);
  });
});

describe("OWASP ASVS 7.4.3: a reset ends the access that the old password gave", () => {
  it("reset-06: sessions, and what was issued", async () => {
    const mallory = openBrowser(service.origin);
    const tokens = await redeem(service.origin, await codeFor(mallory, "webClient"));
    expect((await mallory.get("/")).body).toContain("alice example");
    await set(await open(await linkFor()));
    expect((await mallory.get("/")).body).not.toContain("alice example");
    const live = await service.rows('SELECT FROM "authorization" WHERE user_id = $1 AND revoked_at IS NULL', [
      service.alice,
    ]);
    expect([tokens.status, live]).toEqual([200, []]);
  });

  it("reset-08: a pending change of address, other links and codes, but not the undoing of a change", async () => {
    const link = await linkFor();
    for (const purpose of ["change-address", "enrol", "enrolment", "undo-address"]) {
      await service.rows(
        `INSERT INTO address_proof (id, purpose, slot, user_id, address, address_canonical, token_hash, tries_left,
           created_at, expires_at) VALUES (gen_random_uuid(), $1, $2, $3, 'a@b.example', 'a@b.example', $2, 5, $4, $5)`,
        [purpose, Buffer.from(purpose), service.alice, noon, new Date("2031-01-01")],
      );
    }
    await set(await open(link));
    const left = await service.rows("SELECT purpose FROM address_proof");
    expect(left).toEqual([{ purpose: "undo-address" }]);
  });
});

describe("OWASP ASVS 6.4.3: a reset proves no second factor", () => {
  const isCodePage = ({ body }: Answer) => body.includes('action="/login/second-factor"');
  const login = async (secret: string, by = browser) => {
    const page = await by.follow(await by.get(authorizationOf("webClient")));
    return by.follow(await by.submit(page, "/login", { username: "alice", password: secret, action: "sign-in" }));
  };
  afterEach(() => service.rows("DELETE FROM totp_factor; DELETE FROM second_factor_failure"));

  it("reset-05: the next sign-in asks for it", async () => {
    await giveApp(service, service.alice);
    await set(await open(await linkFor()));
    expect(isCodePage(await login(chosen))).toBe(true);
  });

  it("reset-07: a sign-in that waits for it is void, also with the right code", async () => {
    const app = await giveApp(service, service.alice);
    const [mallory, other] = [openBrowser(service.origin), openBrowser(service.origin)];
    const [waiting, reloaded] = [await login(password, mallory), await login(password, other)];
    expect([isCodePage(waiting), isCodePage(reloaded)]).toEqual([true, true]);
    service.pass(1);
    await set(await open(await linkFor()));

    const answer = await mallory.follow(await confirm(mallory, waiting, app.code()));
    expect(answer.body).toContain('action="/login"');
    expect([...mallory.cookies.keys()].some((name) => name.endsWith("-session"))).toBe(false);
    const handle = /name="request" value="([^"]+)"/.exec(reloaded.body)?.[1];
    expect((await open(`/login/second-factor?request=${handle}`, other)).body).toContain('action="/login"');
  });
});

describe("OWASP ASVS 6.4.6: a link that an operator sends", () => {
  it("lets a person without a proved address and password set one, and proves the address", async () => {
    const unproved = "UPDATE end_user SET password_hash = NULL, email_verified = false, email_verified_at = NULL";
    await service.rows(`${unproved} WHERE id = $1`, [service.alice]);
    const linkTo = (token: string) => `/reset-password?token=${token}`;
    const by = byOperatorAt(service.clock.now);
    expect(await sendEnrolmentLink(service.deps, { userId: service.alice, linkTo }, by)).toBe("alice@example.org");
    const link = (await mailsOf("enrolment-link"))[0]?.parameters.link ?? "";

    const page = await open(link);
    expect([page.status, page.body.includes('value="alice"')]).toEqual([200, true]);
    expect((await set(page)).body).toContain('id="reset-done"');
    expect(await canSignIn(chosen)).toBe(true);
    const proved = "SELECT email_verified_at AS at FROM end_user WHERE id = $1";
    expect(await service.rows(proved, [service.alice])).toEqual([{ at: service.clock.now }]);
    expect((await open(link, openBrowser(service.origin))).status).toBe(410);
  });

  it("is valid for three days", async () => {
    const linkTo = (token: string) => `/reset-password?token=${token}`;
    await sendEnrolmentLink(service.deps, { userId: service.alice, linkTo }, byOperatorAt(service.clock.now));
    const link = (await mailsOf("enrolment-link"))[0]?.parameters.link ?? "";
    service.pass(3 * 86_400 - 1);
    expect((await open(link)).status).toBe(200);
    service.pass(1);
    expect((await open(link)).status).toBe(410);
  });
});

describe("the host of the link", () => {
  it.each<[string, string, readonly string[]]>([
    ["Host", "/forgot-password", ["Host: evil.example"]],
    ["X-Forwarded-Host", "/forgot-password", ["Host: auth.example", "X-Forwarded-Host: evil.example"]],
    ["Forwarded", "/forgot-password", ["Host: auth.example", "Forwarded: host=evil.example;proto=http"]],
    ["the target", "http://evil.example/forgot-password", ["Host: evil.example"]],
  ])("mail-03: is the issuer's, regardless of %s", async (_, target, lines) => {
    const page = await browser.get("/forgot-password");
    const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? "";
    const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const body = `${new URLSearchParams({ csrf, email: "alice@example.org" })}`;
    const headers = [
      ...lines,
      `Origin: ${issuer}`,
      `Cookie: ${cookie}`,
      "Content-Type: application/x-www-form-urlencoded",
      `Content-Length: ${body.length}`,
      "Connection: close",
    ];
    const answer = await raw(service.origin, `POST ${target} HTTP/1.1\r\n${headers.join("\r\n")}\r\n\r\n${body}`);
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
    expect(answer).not.toContain("evil.example");
    // The mail has the issuer before this path.
    expect((await mailsOf("reset-link"))[0]?.parameters.link).toMatch(/^\/reset-password\?token=[\w-]{43}$/);
  });
});

describe("without MAIL_URL", () => {
  it("there is no page to ask on, and no link to it", async () => {
    const silent = await startService({ settings: { MAIL_URL: undefined } });
    const own = openBrowser(silent.origin);
    expect((await own.get("/forgot-password")).status).toBe(404);
    const login = await own.follow(await own.get(authorizationOf("webClient")));
    expect(login.body).not.toContain("forgot-password");
    await silent.close();
  });
});
