import Fastify from "fastify";
import { afterAll, describe, expect, it } from "vitest";
import { scopes } from "../demands.ts";
import { openWorld, resource } from "../testing/test-world.ts";
import { accessOf, metadata, protect } from "./fastify.ts";

const { api, issuer, key } = await openWorld({ dpop: { nonceRequired: true } });
const app = Fastify({ rewriteUrl: (req) => (req.url ?? "").replace(/^\/public/, "") });
app.register(metadata(api));
app.addHook("onRequest", async (_, reply) => void reply.header("vary", "Origin"));
app.get("/files", { onRequest: protect(api, scopes("read")) }, (request) => accessOf(request).subject);
app.get("/admin", { onRequest: protect(api, scopes("admin")) }, () => "admin");
/** How many handlers ran without a token. */
let reached = 0;
const reach = () => {
  reached += 1;
  return "reached";
};
app.options("/files", { onRequest: protect(api) }, reach);
app.all("/handled", { preHandler: protect(api) }, reach);
const asking = await openWorld({ preflights: "pass" });
app.options("/asking", { onRequest: protect(asking.api) }, () => "preflight");
app.get("/unguarded", (request) => accessOf(request));
afterAll(() => app.close());

const origin = await app.listen({ host: "127.0.0.1", port: 0 });
const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(`${origin}${path}`, { headers, method });
const bearer = async (claims: object) => ({ authorization: `Bearer ${await issuer.token(claims)}` });

describe("Fastify: a guarded route", () => {
  it("gives the access to the handler, and to no other", async () => {
    const headers = await bearer({ scope: "read" });
    expect(await (await ask("/files", headers)).text()).toBe("alice");
    expect((await ask("/unguarded", headers)).status).toBe(500);
  });

  it("guard-r08: refuses with two lines, and keeps headers of others", async () => {
    const injected = await app.inject("/files");
    expect(injected.statusCode).toBe(401);
    expect(injected.headers["www-authenticate"]).toEqual([
      expect.stringMatching(/^Bearer /),
      expect.stringMatching(/^DPoP /),
    ]);
    expect(injected.headers.vary).toEqual(["Origin", "Authorization"]);
    expect((await ask("/files", await bearer({ scope: "x" }))).status).toBe(403);
  });

  it("grdx-04, guard-r05: a proof is for the URL before it was rewritten, and the nonce header arrives", async () => {
    const token = await issuer.token({ scope: "read", cnf: { jkt: key.jkt } });
    const sent = async (path: string, nonce?: string) => {
      const proof = { method: "GET", url: `${resource}${path}`, token, ...(nonce === undefined ? {} : { nonce }) };
      return ask("/public/files", { authorization: `DPoP ${token}`, dpop: await key.proof(proof) });
    };
    const nonce = (await sent("/public/files")).headers.get("dpop-nonce") ?? "";
    expect([(await sent("/public/files", nonce)).status, (await sent("/files", nonce)).status]).toEqual([200, 401]);
  });

  it.each(["/admin", "//admin", "/ADMIN", "/admin/", "/admin%2f", "/%61dmin"])(
    "grdx-05: no spelling of a guarded path reaches its handler without the scope: %s",
    async (path) => {
      const answer = await app.inject({ url: path, headers: await bearer({ scope: "read" }) });
      expect([401, 403, 404]).toContain(answer.statusCode);
      expect(answer.body).not.toBe("admin");
    },
  );

  const preflight = { origin: "https://app.example", "access-control-request-method": "GET" };

  it.each(["/files", "/handled"])(
    "B5, guard-r12: a preflight of %s is answered without a permission, and reaches no handler",
    async (path) => {
      const answer = await ask(path, preflight, "OPTIONS");
      expect([answer.status, await answer.text(), reached]).toEqual([204, "", 0]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
      expect((await ask(path, {}, "OPTIONS")).status).toBe(401);
    },
  );

  it("B5: an API that asks for it gets preflights", async () => {
    expect(await (await ask("/asking", preflight, "OPTIONS")).text()).toBe("preflight");
    expect((await ask("/asking", {}, "OPTIONS")).status).toBe(401);
  });

  it("RFC 9728 §3: serves the metadata", async () => {
    const answer = await ask("/.well-known/oauth-protected-resource");
    expect([answer.status, await answer.json()]).toMatchObject([200, { resource }]);
  });
});
