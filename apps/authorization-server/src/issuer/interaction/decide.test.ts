import type { RequestListener } from "node:http";
import { signWebhook } from "@countersign/rules";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../testing/browser.ts";
import { confirm, giveApp } from "../../../testing/factors/second-factors.ts";
import { advance, agree, authorizationOf, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { hooks } from "../../administration/hooks/entity.ts";
import { addSigned } from "../../administration/receiver.ts";
import { type Listener, startListener, testCa } from "../../platform/outbound/testing/listener.ts";

const MFA = "urn:countersign:acr:mfa";

interface Asked {
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

let listener: Listener;
let service: Service;
let browser: Browser;
let asked: Asked[];
const secrets: Record<string, string> = {};
beforeAll(async () => {
  listener = await startListener(() => {});
  const host = `localhost:${listener.port}`;
  const outbound = { OUTBOUND_ALLOWED_HOSTS: host, OUTBOUND_CA: testCa };
  const mail = { SIGN_UP: "open", MAIL_URL: "smtps://relay.example:465" };
  service = await startService({ settings: { ...outbound, ...mail } });
  for (const kind of ["sign-up", "sign-in"] as const) {
    const settings = { name: kind, kind, url: `https://${host}/${kind}`, timeoutMs: 300, onError: "deny" } as const;
    const made = await addSigned(
      { database: service.database, texts: service.deps.sealedTexts },
      hooks,
      { ...settings, claims: [], scopes: [], cacheSeconds: 0, clients: [] },
      byOperatorAt(service.clock.now),
    );
    secrets[kind] = made.key.key;
  }
});
afterAll(async () => {
  await service.close();
  await listener.close();
});
beforeEach(async () => {
  service.pass(24 * 3600);
  await service.rows("DELETE FROM totp_factor; DELETE FROM mail_delivery");
  browser = openBrowser(service.origin);
  asked = [];
  verdict({ verdict: "allow" });
});

/** Answers every question so, and checks its signature. */
function verdict(answer: unknown): void {
  const listen: RequestListener = (req, res) => {
    let body = "";
    req.on("data", (chunk) => {
      body += chunk;
    });
    req.on("end", () => {
      const message = {
        id: String(req.headers["webhook-id"]),
        timestamp: Number(req.headers["webhook-timestamp"]),
        body,
      };
      const expected = signWebhook(message, [secrets[req.url?.slice(1) ?? ""] ?? ""]);
      if (req.headers["webhook-signature"] !== expected) return void res.writeHead(401).end();
      asked.push(JSON.parse(body));
      res.setHeader("content-type", "application/json").end(JSON.stringify(answer));
    });
  };
  listener.answer(listen);
}

const begin = () => browser.get(authorizationOf("webClient"));
const session = () => [...browser.cookies].find(([name]) => name.endsWith("-session"))?.[1];
const isAt = ({ body }: Answer, page: string) => body.includes(`<main id="${page}">`);

describe("ev.9: a hook decides about sign-ins", () => {
  it("is told who signs in where and how, once all proofs are there, and allows it", async () => {
    expect((await advance(browser, authorizationOf("webClient"))).get("code")).not.toBeNull();
    expect(asked).toEqual([
      {
        type: "sign-in",
        timestamp: service.clock.now.toISOString(),
        data: {
          user_id: service.alice,
          client_id: "webClient",
          is_new: false,
          acr: "urn:countersign:acr:password",
          amr: ["pwd"],
          address: expect.any(String),
          user_agent: expect.anything(),
        },
      },
    ]);
    expect(JSON.stringify(asked)).not.toContain("alice@example.org");
  });

  it.each([
    ["policy", "rules of this service"],
    ["region", "from your location"],
    ["contact", "team that runs this service"],
  ])("denies with the text %s: no one is signed in, and the trail says so", async (text, words) => {
    verdict({ verdict: "deny", text });
    const answer = await signIn(browser, await begin());
    expect([answer.status, isAt(answer, "error")]).toEqual([403, true]);
    expect(answer.body).toContain(words);
    expect(session()).toBeUndefined();
    const [last] = await service.rows("SELECT type, user_id FROM audit_event ORDER BY id DESC LIMIT 1");
    expect(last).toEqual({ type: "sign_in_failed", user_id: service.alice });
  });

  it("requires what a person reached with their second factor: they go on", async () => {
    const app = await giveApp(service, service.alice);
    verdict({ verdict: "require", acr: MFA });
    const page = await signIn(browser, await begin());
    expect([isAt(page, "second-factor"), session(), asked.length]).toEqual([true, undefined, 0]);
    const next = await browser.follow(await confirm(browser, page, app.code()));
    const { location } = next.body.includes('action="/consent"') ? await agree(browser, next) : next;
    const tokens = await redeem(service.origin, location?.searchParams.get("code") ?? "");
    expect(decodeJwt(tokens.body.id_token)).toMatchObject({ acr: MFA, sub: service.alice });
    expect(asked.map(({ data }) => data.acr)).toEqual([MFA]);
  });

  it("requires a second factor of a person who has none: they set one up", async () => {
    verdict({ verdict: "require", acr: MFA });
    const page = await signIn(browser, await begin());
    expect([isAt(page, "enrol"), session()]).toEqual([true, undefined]);
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["an acr that no one can reach", { verdict: "require", acr: "unknown" }],
    ["another verdict", { verdict: "yes" }],
  ])("without an answer, or with %s, it is what the hook is set up for", async (_, answer) => {
    verdict(answer);
    const page = await signIn(browser, await begin());
    expect([page.status, page.body.includes("Try again later")]).toEqual([403, true]);
    expect(session()).toBeUndefined();
  });

  it("one that hangs costs its timeout", async () => {
    listener.answer(() => {});
    const startedAt = performance.now();
    expect((await signIn(browser, await begin())).status).toBe(403);
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });
});

describe("ev.9, su.13: a hook decides about sign-ups", () => {
  const atAddress = async () => {
    const login = await browser.follow(await begin());
    return browser.follow(await browser.submit(login, "/login", { action: "sign-up" }));
  };

  it("is asked before a code is mailed: a refused address gets no mail", async () => {
    verdict({ verdict: "deny", text: "contact" });
    const page = await atAddress();
    const refused = await browser.submit(page, "/sign-up", { email: "bot@example.org", action: "continue" });
    expect([refused.status, refused.body.includes("team that runs this service")]).toEqual([403, true]);
    expect(await service.mails()).toEqual([]);
    const data = { email: "bot@example.org", step: "address", client_id: "webClient", provider: null };
    expect(asked).toMatchObject([{ type: "sign-up", data }]);
  });

  it("is asked again before the account is created", async () => {
    const page = await atAddress();
    const sent = { email: "max@example.org", action: "continue" };
    const code = await browser.follow(await browser.submit(page, "/sign-up", sent));
    const typed = (await service.mails()).at(-1)?.parameters.code ?? "";
    const details = await browser.follow(
      await browser.submit(code, "/sign-up/code", { code: typed, action: "confirm" }),
    );
    verdict({ verdict: "deny" });
    const password = "mossy lantern over seven rivers";
    const filled = { "new-password": password, action: "create" };
    expect((await browser.submit(details, "/sign-up/details", filled)).status).toBe(403);
    expect(await service.rows("SELECT FROM end_user WHERE email_canonical = 'max@example.org'")).toEqual([]);
    verdict({ verdict: "allow" });
    expect((await browser.submit(details, "/sign-up/details", filled)).status).toBe(303);
    expect(asked.map(({ type, data }) => [type, data.step ?? data.is_new])).toEqual([
      ["sign-up", "address"],
      ["sign-up", "account"],
      ["sign-up", "account"],
      ["sign-in", true],
    ]);
    expect(JSON.stringify(asked)).not.toContain(password);
  });
});
