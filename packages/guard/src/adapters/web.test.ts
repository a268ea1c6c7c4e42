import { Hono } from "hono";
import { cors } from "hono/cors";
import { describe, expect, it } from "vitest";
import { scopes } from "../demands.ts";
import { openWorld, resource } from "../testing/test-world.ts";
import * as web from "./fetch.ts";
import * as hono from "./hono.ts";

const strict = await openWorld({ dpop: { nonceRequired: true } });
const { api, issuer, key } = strict;

const app = new Hono();
app.use(hono.metadata(api));
app.use("/files", cors({ origin: "https://app.example" }));
app.get("/files", hono.protect(api, scopes("read")), (c) => c.json(hono.accessOf(c).subject));
app.get("/admin", hono.protect(api, scopes("admin")), (c) => c.text("admin"));
app.route(
  "/v1",
  new Hono().get("/deep", hono.protect(api), (c) => c.text("deep")),
);

/** How many handlers ran without a token. */
let reached = 0;
app.all("/any", hono.protect(api), (c) => {
  reached += 1;
  return c.text("reached");
});
const any = web.protect(api, [], () => {
  reached += 1;
  return new Response("reached");
});
const asking = await openWorld({ preflights: "pass" });
app.all("/asking", hono.protect(asking.api), (c) => c.text("preflight"));

const files = web.protect(api, [scopes("read")], (request, access) =>
  Response.json(access.subject === web.accessOf(request).subject ? access.subject : "?"),
);
const handler = async (request: Request) =>
  web.metadata(api, request) ?? (request.url.endsWith("/any") ? any(request) : files(request));

describe.each<[string, (request: Request) => Promise<Response> | Response]>([
  ["Hono", (request) => app.fetch(request)],
  ["fetch", handler],
])("a guarded handler: %s", (_, fetch) => {
  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    fetch(new Request(`http://internal.test${path}`, { headers, method }));
  const bearer = async (claims: object) => ({ authorization: `Bearer ${await issuer.token(claims)}` });

  it("gives the access to the handler", async () => {
    const answer = await ask("/files", await bearer({ scope: "read" }));
    expect([answer.status, await answer.json()]).toEqual([200, "alice"]);
  });

  it("guard-r08: refuses with every scheme, and with the error", async () => {
    const answer = await ask("/files");
    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toMatch(/^Bearer .*scope="read", DPoP .*scope="read"$/);
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
    expect((await ask("/files", await bearer({ scope: "x" }))).status).toBe(403);
  });

  it("refuses two tokens, which the parser of headers has joined", async () => {
    const { authorization } = await bearer({ scope: "read" });
    const headers = new Headers([
      ["authorization", authorization],
      ["authorization", authorization],
    ]);
    const answer = await fetch(new Request("http://internal.test/files", { headers }));
    expect(answer.status).toBe(401);
  });

  it("guard-r04: the nonce that a proof needs arrives, and works with the public URL", async () => {
    const token = await issuer.token({ scope: "read", cnf: { jkt: key.jkt } });
    const sent = async (nonce?: string) => {
      const proof = { method: "GET", url: `${resource}/files`, token, ...(nonce === undefined ? {} : { nonce }) };
      return ask("/files", { authorization: `DPoP ${token}`, dpop: await key.proof(proof) });
    };
    const refusal = await sent();
    expect([refusal.status, (await sent(refusal.headers.get("dpop-nonce") ?? "")).status]).toEqual([401, 200]);
  });

  const preflight = { origin: "https://app.example", "access-control-request-method": "GET" };

  it("guard-r12: a preflight needs no token", async () => {
    expect((await ask("/files", preflight, "OPTIONS")).status).toBe(204);
  });

  it("B5: a preflight is answered without a permission, and reaches no handler", async () => {
    const answer = await ask("/any", preflight, "OPTIONS");
    expect([answer.status, await answer.text(), reached]).toEqual([204, "", 0]);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect((await ask("/any", {}, "OPTIONS")).status).toBe(401);
  });

  it("RFC 9728 §3: serves the metadata", async () => {
    const answer = await ask("/.well-known/oauth-protected-resource");
    expect([answer.status, await answer.json()]).toMatchObject([200, { resource }]);
    expect((await ask("/.well-known/oauth-protected-resource", {}, "POST")).status).not.toBe(200);
  });
});

describe("Hono: routes", () => {
  it("B5: an API that asks for it gets preflights", async () => {
    const headers = { origin: "https://app.example", "access-control-request-method": "GET" };
    const ask = (init: RequestInit) => app.fetch(new Request("http://internal.test/asking", init));
    expect(await (await ask({ method: "OPTIONS", headers })).text()).toBe("preflight");
    expect((await ask({ method: "OPTIONS" })).status).toBe(401);
  });

  it("grdx-04: a proof is for the full path of a mounted app", async () => {
    const world = await openWorld();
    const mounted = new Hono().route(
      "/v1",
      new Hono().get("/deep", hono.protect(world.api), (c) => c.text("deep")),
    );
    const token = await world.issuer.token({ cnf: { jkt: world.key.jkt } });
    const sent = async (path: string) => {
      const dpop = await world.key.proof({ method: "GET", url: `${resource}${path}`, token });
      return (await mounted.request("/v1/deep", { headers: { authorization: `DPoP ${token}`, dpop } })).status;
    };
    expect([await sent("/v1/deep"), await sent("/deep")]).toEqual([200, 401]);
  });

  it.each(["/admin", "//admin", "/ADMIN", "/admin/", "/admin%2f", "/%61dmin", "/x/../admin"])(
    "grdx-05: no spelling of a guarded path reaches its handler without the scope: %s",
    async (path) => {
      const answer = await app.fetch(new Request(`http://internal.test${path}`));
      expect([401, 404]).toContain(answer.status);
      expect(await answer.text()).not.toBe("admin");
    },
  );
});

describe("fetch: what is added to a response", () => {
  it("keeps its status and its headers, also if it cannot be changed", async () => {
    let time = Date.parse("2030-01-01T12:00:00Z");
    const world = await openWorld({ dpop: { nonceRequired: true }, now: () => new Date(time) });
    const redirect = web.protect(world.api, [], () => Response.redirect("https://app.example/", 303));
    const token = await world.issuer.token({ cnf: { jkt: world.key.jkt } });
    const ask = async (nonce?: string) => {
      const proof = { method: "GET", url: `${resource}/`, token, ...(nonce === undefined ? {} : { nonce }) };
      const headers = { authorization: `DPoP ${token}`, dpop: await world.key.proof(proof) };
      return redirect(new Request("http://internal.test/", { headers }));
    };
    const nonce = (await ask()).headers.get("dpop-nonce") ?? "";
    time += 200_000;
    const answer = await ask(nonce);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "https://app.example/"]);
    expect(answer.headers.get("dpop-nonce")).toMatch(/^[\w-]{38}$/);
  });
});
