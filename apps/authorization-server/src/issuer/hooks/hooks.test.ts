import type { IncomingHttpHeaders, RequestListener, ServerResponse } from "node:http";
import { signWebhook } from "@countersign/rules";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  fetcherTo,
  type Listener,
  PUBLIC_HOST,
  resolverOf,
  startListener,
} from "../../platform/outbound/testing/listener.ts";
import type { CallableHook } from "../../platform/stores/hooks/hooks.ts";
import { type Hooks, openHooks } from "./hooks.ts";

const id = "00000000-0000-4000-8000-000000000001";
const key = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const now = new Date("2030-01-01T12:00:00Z");
/** For a hook whose answer does not come, or is not waited for. */
const IMPATIENT = { timeoutMs: 150 };
const asked = async () => ({
  client_id: "shop",
  user_id: "u1",
  scopes: ["openid"],
  claims: { email: "a@example.org" },
});

const json =
  (value: unknown): RequestListener =>
  (_req, res) =>
    res.setHeader("content-type", "application/json").end(JSON.stringify(value));

let listener: Listener;
let open: Hooks[] = [];
let lines: unknown[];
let hook: CallableHook;
/** The hook that decides. */
let decides: CallableHook | undefined;
beforeAll(async () => {
  listener = await startListener(json({ claims: { plan: "gold" } }));
});
afterAll(() => listener.close());
beforeEach(() => {
  lines = [];
  const settings = { timeoutMs: 5000, onError: "omit", claims: ["plan"], scopes: [], cacheSeconds: 0 } as const;
  hook = {
    id,
    url: `https://${PUBLIC_HOST}/hook`,
    ...settings,
    keys: [{ sealed: Buffer.from(key), keyEncryptionKeyId: "k" }],
  };
  decides = { ...hook, onError: "deny" };
  listener.answer(json({ claims: { plan: "gold" } }));
});
afterEach(async () => {
  for (const hooks of open) await hooks.close();
  open = [];
});

function opened(sealed: Uint8Array): string {
  if (sealed.length === 0) throw new Error("the key-encryption key is not configured");
  return Buffer.from(sealed).toString();
}

function hooks(outbound = fetcherTo(listener.port)): Hooks {
  const made = openHooks({
    store: {
      one: async (wanted) => (wanted === hook.id ? hook : undefined),
      enabled: async (wanted) => (wanted === hook.id ? hook : undefined),
      enabledOf: async () => decides,
    },
    texts: { open: ({ sealed }) => opened(sealed) },
    config: { ISSUER: "https://issuer.example", OUTBOUND_ALLOWED_HOSTS: new Set() },
    now: () => now,
    log: {
      info: (...line: unknown[]) => void lines.push(line),
      error: (...line: unknown[]) => void lines.push(line),
    } as never,
    outbound,
  });
  open.push(made);
  return made;
}

describe("ev.5: a claims hook", () => {
  it("is asked by a signed request, and adds its claims", async () => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    listener.answer((req, res) => {
      let body = "";
      req.on("data", (chunk) => {
        body += chunk;
      });
      req.on("end", () => {
        const { "webhook-id": message, "webhook-timestamp": at, "webhook-signature": signature } = req.headers;
        const sent = { id: String(message), timestamp: Number(at), body };
        resolve(
          signWebhook(sent, [key]) === signature &&
            JSON.stringify(JSON.parse(body)) ===
              JSON.stringify({
                type: "claims",
                timestamp: now.toISOString(),
                data: { client_id: "shop", user_id: "u1", scopes: ["openid"], claims: { email: "a@example.org" } },
              }),
        );
        json({ claims: { plan: "gold", other: 1 } })(req, res);
      });
    });
    const made = hooks();
    expect(await made.claims(id, asked, ["openid"])).toEqual({ plan: "gold" });
    expect(await promise).toBe(true);
    expect(made.counts()).toMatchObject({ answered: 1, failed: 0 });
  });

  it("is not asked if none of its scopes was granted, or if it is disabled", async () => {
    hook = { ...hook, scopes: ["plans"] };
    const made = hooks();
    const before = listener.connections();
    expect(await made.claims(id, asked, ["openid"])).toEqual({});
    expect(await made.claims("00000000-0000-4000-8000-000000000002", asked, ["plans"])).toEqual({});
    expect(listener.connections()).toBe(before);
    expect(await made.claims(id, asked, ["plans"])).toEqual({ plan: "gold" });
  });

  it("is not asked again while its answer counts, for the same person and client", async () => {
    hook = { ...hook, cacheSeconds: 60 };
    const made = hooks();
    const before = listener.connections();
    for (let n = 0; n < 3; n++) expect(await made.claims(id, asked, ["openid"])).toEqual({ plan: "gold" });
    expect(listener.connections()).toBe(before + 1);
    await made.claims(id, async () => ({ ...(await asked()), user_id: "u2" }), ["openid"]);
    expect(listener.connections()).toBe(before + 2);
  });
});

const send = (res: ServerResponse, text: string) => res.setHeader("content-type", "application/json").end(text);
const bad: readonly (readonly [string, RequestListener])[] = [
  ["does not answer in time", () => {}],
  ["sends a byte at a time", (_req, res) => void res.writeHead(200, { "content-type": "application/json" }).write("{")],
  ["answers 5 MB", (_req, res) => res.setHeader("content-type", "application/json").end(" ".repeat(5_000_000))],
  ["answers 500", (_req, res) => res.writeHead(500).end("{}")],
  ["redirects", (_req, res) => res.writeHead(307, { location: "https://other.example/" }).end()],
  ["answers with a body that is not JSON", (_req, res) => res.setHeader("content-type", "application/json").end("{")],
  ["answers another media type", (_req, res) => res.setHeader("content-type", "text/html").end('{"claims":{}}')],
  ["answers something else", json({ plan: "gold" })],
  ["closes the connection", (req) => req.socket.destroy()],
  ["A4: answers a member twice", (_req, res) => send(res, '{"claims":{},"claims":{"plan":"gold"}}')],
  ["nests deeply", (_req, res) => res.setHeader("content-type", "application/json").end("[".repeat(16_000))],
];

describe("hook-02: what a claims hook does wrong", () => {
  it.each(bad)("one that %s is left out, within its time", async (_, answer) => {
    hook = { ...hook, ...IMPATIENT };
    listener.answer(answer);
    const made = hooks();
    const startedAt = performance.now();
    expect(await made.claims(id, asked, ["openid"])).toEqual({});
    expect(performance.now() - startedAt).toBeLessThan(3000);
    expect(made.counts()).toMatchObject({ answered: 0, failed: 1 });
    expect(lines).toHaveLength(1);
    expect(JSON.stringify(lines)).not.toContain("a@example.org");
  });

  it.each(bad)("one that %s fails the request, if it is set up so", async (_, answer) => {
    hook = { ...hook, ...IMPATIENT, onError: "fail" };
    listener.answer(answer);
    await expect(hooks().claims(id, asked, ["openid"])).rejects.toMatchObject({ code: "temporarily_unavailable" });
  });

  it.each([["10.0.0.1"], ["169.254.169.254"], ["::1"]])("one whose name leads to %s is not asked", async (address) => {
    const before = listener.connections();
    const made = hooks(fetcherTo(listener.port, { lookup: resolverOf({ [PUBLIC_HOST]: [address] }) }));
    expect(await made.claims(id, asked, ["openid"])).toEqual({});
    expect(listener.connections()).toBe(before);
  });

  it("one whose secret cannot be opened here is not asked, and no request fails by that", async () => {
    hook = { ...hook, keys: [{ sealed: Buffer.alloc(0), keyEncryptionKeyId: "gone" }] };
    const before = listener.connections();
    expect(await hooks().claims(id, asked, ["openid"])).toEqual({});
    expect([listener.connections(), lines.length]).toEqual([before, 1]);
  });

  it("one that hangs does not take the slots of another", async () => {
    hook = { ...hook, ...IMPATIENT };
    listener.answer(() => {});
    const made = hooks();
    const waiting = Array.from({ length: 200 }, (_, n) =>
      made.claims(id, async () => ({ ...(await asked()), user_id: `u${n}` }), ["openid"]),
    );
    expect(await Promise.all(waiting)).toEqual(Array(200).fill({}));
    expect(made.counts()).toMatchObject({ failed: 200 });
  });
});

describe("ev.9: a hook that decides", () => {
  const MFA = "urn:countersign:acr:mfa";
  const isReachable = (acr: string) => acr === MFA;

  it.each<[unknown, unknown]>([
    [{ verdict: "allow" }, { verdict: "allow" }],
    [
      { verdict: "deny", text: "region" },
      { verdict: "deny", text: "region" },
    ],
    [
      { verdict: "deny", text: "<b>" },
      { verdict: "deny", text: "policy" },
    ],
    [{ verdict: "deny" }, { verdict: "deny", text: "policy" }],
    [
      { verdict: "require", acr: MFA },
      { verdict: "require", acr: MFA },
    ],
  ])("%j", async (answer, decision) => {
    listener.answer(json(answer));
    expect(await hooks().decide("sign-in", () => ({ user_id: "u1" }), isReachable)).toEqual(decision);
  });

  it.each([
    [{ verdict: "require", acr: "phr" }],
    [{ verdict: "require", acr: "unknown" }],
    [{ verdict: "maybe" }],
    [[]],
    [null],
  ])("%j is not a decision: what the hook is set up for counts", async (answer) => {
    listener.answer(json(answer));
    expect(await hooks().decide("sign-in", () => ({}), isReachable)).toEqual({ verdict: "deny", text: "later" });
    decides = decides && { ...decides, onError: "allow" };
    expect(await hooks().decide("sign-in", () => ({}), isReachable)).toEqual({ verdict: "allow" });
  });

  it("no acr can be required of a sign-up", async () => {
    listener.answer(json({ verdict: "require", acr: MFA }));
    expect(await hooks().decide("sign-up", () => ({}))).toEqual({ verdict: "deny", text: "later" });
  });

  it("without one everything is allowed, and nothing is asked", async () => {
    decides = undefined;
    const before = listener.connections();
    expect(await hooks().decide("sign-up", () => ({}))).toEqual({ verdict: "allow" });
    expect(listener.connections()).toBe(before);
  });

  it.each(bad)("one that %s is decided by what it is set up for", async (_, answer) => {
    decides = decides && { ...decides, ...IMPATIENT };
    listener.answer(answer);
    expect(await hooks().decide("sign-up", () => ({}))).toEqual({ verdict: "deny", text: "later" });
  });
});

describe("ev.5, ev.9: a hook that is tried", () => {
  const LEVELS = [{ acr: "urn:countersign:acr:mfa", factors: ["password", "authenticator-app"], amr: [] }] as never;
  const data = { user_id: "u1" };

  it("is asked by a signed request that says it is a test, and the answer is explained", async () => {
    const { promise, resolve } = Promise.withResolvers<{ headers: IncomingHttpHeaders; body: string }>();
    listener.answer((req, res) => {
      let body = "";
      req.on("data", (chunk) => {
        body += chunk;
      });
      req.on("end", () => {
        resolve({ headers: req.headers, body });
        json({ claims: { plan: "gold", sub: "other" } })(req, res);
      });
    });
    const tried = await hooks().trial(id, { kind: "claims", data });
    const { headers, body } = await promise;
    expect(JSON.parse(body)).toEqual({ type: "claims", test: true, timestamp: now.toISOString(), data });
    expect(tried?.request).toMatchObject({ method: "POST", url: hook.url, body });
    expect(headers).toMatchObject(tried?.request.headers ?? {});
    const [messageId, timestamp] = [String(headers["webhook-id"]), Number(headers["webhook-timestamp"])];
    expect(headers["webhook-signature"]).toBe(signWebhook({ id: messageId, timestamp, body }, [key]));
    expect(JSON.stringify(tried)).not.toContain(key.slice("whsec_".length));
    expect(tried).toMatchObject({
      ...{ status: 200, body: '{"claims":{"plan":"gold","sub":"other"}}', durationMs: expect.any(Number) },
      ...{ failure: null, claims: { plan: "gold" }, leftOut: ["sub"], decision: null },
    });
  });

  it.each<[unknown, unknown]>([
    [
      { verdict: "deny", text: "region" },
      { failure: null, decision: { verdict: "deny", text: "region" } },
    ],
    [
      { verdict: "require", acr: "urn:countersign:acr:mfa" },
      { failure: null, decision: { verdict: "require", acr: "urn:countersign:acr:mfa" } },
    ],
    [
      { verdict: "require", acr: "phr" },
      { failure: "kind", decision: null },
    ],
    [{ claims: { plan: "gold" } }, { failure: "kind", claims: null, decision: null }],
  ])("of a sign-in, with %j", async (answer, outcome) => {
    listener.answer(json(answer));
    expect(await hooks().trial(id, { kind: "sign-in", data, levels: LEVELS })).toMatchObject(outcome as object);
  });

  it("of a sign-up, where no acr can be required", async () => {
    listener.answer(json({ verdict: "require", acr: "urn:countersign:acr:mfa" }));
    expect(await hooks().trial(id, { kind: "sign-up", data, levels: LEVELS })).toMatchObject({ failure: "kind" });
  });

  it.each<[string, RequestListener, object]>([
    ["another status", (_, res) => void res.writeHead(500).end("no"), { failure: "status", status: 500, body: null }],
    ["another media type", (_, res) => void res.end("<p>"), { failure: "media_type", status: 200, body: "<p>" }],
    [
      "what is no JSON",
      (_, res) => void res.setHeader("content-type", "application/json").end("{"),
      { failure: "json", status: 200, body: "{" },
    ],
    ["nothing in time", () => {}, { failure: "no_response", status: null, body: null }],
    [
      "too much",
      (_, res) => void res.setHeader("content-type", "application/json").end(JSON.stringify("x".repeat(20_000))),
      { failure: "no_response", status: null, body: null },
    ],
  ])("says why the response is no answer: %s", async (_, answer, outcome) => {
    hook = { ...hook, ...IMPATIENT };
    listener.answer(answer);
    expect(await hooks().trial(id, { kind: "claims", data })).toMatchObject({ ...outcome, claims: null, leftOut: [] });
  });

  it("whose name leads inside is not asked, and of none there is no trial", async () => {
    const before = listener.connections();
    const made = hooks(fetcherTo(listener.port, { lookup: resolverOf({ [PUBLIC_HOST]: ["10.0.0.1"] }) }));
    expect(await made.trial(id, { kind: "claims", data })).toMatchObject({ failure: "no_response" });
    expect(await made.trial("other", { kind: "claims", data })).toBeUndefined();
    expect(listener.connections()).toBe(before);
  });
});
