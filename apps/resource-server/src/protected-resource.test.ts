import { request } from "node:http";
import { metadataPath, metadataUrl } from "@countersign/guard/parts";
import { afterAll, describe, expect, it } from "vitest";
import { startWorld } from "./testing/test-world.ts";

const { get, url, issuer, stop } = await startWorld();
afterAll(() => stop());

const METADATA = "/.well-known/oauth-protected-resource";
const FORGED = { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" };

/** Sends a GET with any Host, which `fetch` does not allow. */
const forged = (path: string) =>
  new Promise<{ body: string; challenge: string | undefined }>((resolve, reject) => {
    const sent = request(new URL(path, url), { headers: FORGED }, (res) => {
      const parts: Buffer[] = [];
      res.on("data", (part: Buffer) => parts.push(part));
      res.on("end", () => {
        resolve({ body: Buffer.concat(parts).toString(), challenge: res.headers["www-authenticate"] });
      });
    });
    sent.on("error", reject).end();
  });

describe("RFC 9728 §3: metadata of the resource server", () => {
  it.each([
    ["https://api.example", "https://api.example/.well-known/oauth-protected-resource"],
    ["https://api.example/", "https://api.example/.well-known/oauth-protected-resource"],
    ["https://api.example/mcp", "https://api.example/.well-known/oauth-protected-resource/mcp"],
    ["http://localhost:4001/a/b", "http://localhost:4001/.well-known/oauth-protected-resource/a/b"],
  ])("§3.1: that of %s is at %s", (resource, address) => {
    expect(metadataUrl(resource)).toBe(address);
    expect(new URL(address).pathname).toBe(metadataPath(resource));
  });

  it("§3.2 and §3.3: names exactly its identifier, and its issuer", async () => {
    const response = await fetch(new URL(METADATA, url), { headers: { origin: "https://app.example" } });
    expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect(await response.json()).toEqual({
      resource: "http://localhost:4001",
      authorization_servers: [issuer.issuer],
      scopes_supported: ["openid", "profile", "email", "address", "phone", "groups", "roles", "organizations"],
      bearer_methods_supported: ["header"],
      dpop_signing_alg_values_supported: ["ES256", "PS256", "EdDSA", "Ed25519"],
      resource_name: "userinfo",
    });
  });

  it("has no other methods", async () => {
    const response = await fetch(new URL(METADATA, url), { method: "POST" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET"]);
  });

  it.each([
    ["no token", "", {}],
    ["an invalid token", "", { authorization: "Bearer x" }],
    ["too wide a scope", "?scope=phone", undefined],
  ])("§5.1: a challenge names its address: %s", async (_, query, headers) => {
    const response = await get(query, headers);
    expect([401, 403]).toContain(response.status);
    const address = `http://localhost:4001${METADATA}`;
    expect(response.headers.get("www-authenticate")).toContain(`resource_metadata="${address}"`);
  });

  it("resx-06: a forged host changes neither the document nor a challenge", async () => {
    const document = await forged(METADATA);
    expect(document.body).toBe(await (await fetch(new URL(METADATA, url))).text());
    const { challenge: challenges } = await forged("/userinfo");
    const challenge = `realm="userinfo", resource_metadata="http://localhost:4001${METADATA}"`;
    expect(challenges).toContain(`Bearer ${challenge}, DPoP ${challenge}`);
  });
});
