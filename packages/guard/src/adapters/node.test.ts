import { afterAll, describe, expect, it } from "vitest";
import { scopes } from "../demands.ts";
import { startServer } from "../testing/test-server.ts";
import { openWorld, resource } from "../testing/test-world.ts";
import { accessOf, protect, serveMetadata } from "./node.ts";

const path = "/mcp";
const { api, issuer, key } = await openWorld({ resource: `${resource}${path}`, scopes: ["read"], name: "Files" });
const files = protect(api, [scopes("read")], (req, res, access) => {
  res.end(JSON.stringify([access.subject, accessOf(req).client]));
});
const server = await startServer((req, res) => {
  if (!serveMetadata(api, req, res)) void files(req, res);
});
afterAll(() => server.stop());
const claims = { aud: `${resource}${path}`, scope: "read" };

describe("node:http: a guarded listener", () => {
  it("gives the access to the handler", async () => {
    const headers = { authorization: `Bearer ${await issuer.token(claims)}` };
    expect(await server.send("/any", { headers })).toMatchObject({ status: 200, body: '["alice","test-client"]' });
  });

  it("refuses, with the nonce header if a proof needs one", async () => {
    const strict = await openWorld({ dpop: { nonceRequired: true } });
    const guarded = await startServer(protect(strict.api, [], (_, res) => void res.end("in")));
    const token = await strict.issuer.token({ cnf: { jkt: strict.key.jkt } });
    const ask = async (nonce?: string) => {
      const proof = { method: "GET", url: `${resource}/files`, token, ...(nonce === undefined ? {} : { nonce }) };
      const headers = { authorization: `DPoP ${token}`, dpop: await strict.key.proof(proof) };
      return guarded.send("/files", { headers });
    };
    const refusal = await ask();
    expect(refusal).toMatchObject({ status: 401, challenges: [expect.stringContaining("use_dpop_nonce")] });
    expect(await ask(String(refusal.headers["dpop-nonce"]))).toMatchObject({ status: 200, body: "in" });
    await guarded.stop();
  });

  it("answers a preflight without a permission", async () => {
    const headers = { origin: "https://app.example", "access-control-request-method": "GET" };
    const { status, headers: got } = await server.send("/any", { method: "OPTIONS", headers });
    expect([status, got["access-control-allow-origin"]]).toEqual([204, undefined]);
  });

  it("guard-r05: a proof for the path `//x` is not for the host x", async () => {
    const token = await issuer.token({ ...claims, cnf: { jkt: key.jkt } });
    const dpop = await key.proof({ method: "GET", url: "https://x/", token });
    const headers = { authorization: `DPoP ${token}`, dpop };
    expect(await server.send("//x/", { headers })).toMatchObject({ status: 401 });
  });
});

describe("RFC 9728 §3.1: metadata of an API with a path", () => {
  it.each(["/.well-known/oauth-protected-resource/mcp", "/.well-known/oauth-protected-resource?a=b"])(
    "prm-r01, guard-r09: is at %s, and says what the guard checks",
    async (address) => {
      const { status, body } = await server.send(address);
      expect([status, JSON.parse(body)]).toMatchObject([
        200,
        { resource: `${resource}${path}`, scopes_supported: ["read"], resource_name: "Files" },
      ]);
    },
  );

  it("challenges name the address below the path", async () => {
    const { challenges } = await server.send("/any");
    expect(challenges[0]).toContain(`resource_metadata="${resource}/.well-known/oauth-protected-resource/mcp"`);
  });

  it("other methods and paths are not metadata", async () => {
    expect((await server.send("/.well-known/oauth-protected-resource/mcp", { method: "POST" })).status).toBe(401);
    expect((await server.send("/.well-known/oauth-protected-resource/other")).status).toBe(401);
  });
});
