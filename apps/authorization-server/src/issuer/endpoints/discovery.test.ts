import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { raw } from "../../../testing/raw.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer, resource } from "../../../testing/world.ts";
import { grants } from "../grants/index.ts";
import { metadata as describeDeployment } from "./discovery.ts";

const OPENID = "/.well-known/openid-configuration";
const OAUTH = "/.well-known/oauth-authorization-server";

let service: Service;
let metadata: Record<string, unknown>;
beforeAll(async () => {
  service = await startService();
  metadata = (await (await fetch(`${service.origin}${OPENID}`)).json()) as Record<string, unknown>;
});
afterAll(() => service.close());

describe("OIDC Discovery §3, RFC 8414 §2: the metadata documents", () => {
  it("meta-10: both have the same content, are JSON, and may be cached for minutes", async () => {
    const answers = await Promise.all([OPENID, OAUTH].map((path) => fetch(`${service.origin}${path}`)));
    const [one, other] = await Promise.all(answers.map((answer) => answer.text()));
    expect(one).toBe(other);
    for (const { headers } of answers) {
      expect(headers.get("content-type")).toMatch(/^application\/json(?:; charset=utf-8)?$/);
      expect(headers.get("cache-control")).toMatch(/^public, max-age=\d{1,4}$/);
    }
  });

  it("has every member that OIDC Discovery §3 requires, each of its type", () => {
    expect(metadata.issuer).toBe(issuer);
    for (const name of ["authorization_endpoint", "token_endpoint", "userinfo_endpoint", "jwks_uri"]) {
      expect(metadata[name]).toMatch(/^https:\/\/\S+$/);
    }
    const lists = Object.entries(metadata).filter(
      ([name]) => /_supported$/.test(name) && !/(_parameter|channel_logout(_session)?)_supported$/.test(name),
    );
    for (const [name, list] of lists) expect([name, Array.isArray(list) && list.length > 0]).toEqual([name, true]);
    for (const name of [
      "backchannel_logout_supported",
      "backchannel_logout_session_supported",
      "frontchannel_logout_supported",
      "frontchannel_logout_session_supported",
    ])
      expect(metadata[name]).toBe(true);
    expect(metadata.subject_types_supported).toEqual(["public", "pairwise"]);
    expect(metadata.id_token_signing_alg_values_supported).toContain("RS256");
    // OIDC Discovery §3 requires the first three, and Multiple Response Types the others.
    expect(metadata.response_types_supported).toEqual(
      expect.arrayContaining(["code", "id_token", "id_token token", "code id_token token", "none"]),
    );
    const modes = ["query", "fragment", "form_post"];
    expect(metadata.response_modes_supported).toEqual([...modes, ...modes.map((mode) => `${mode}.jwt`), "jwt"]);
    expect(metadata.grant_types_supported).toEqual(expect.arrayContaining(["authorization_code", "implicit"]));
    expect(metadata.claims_supported).toEqual(expect.arrayContaining(["at_hash", "c_hash"]));
    expect(metadata.scopes_supported).toContain("openid");
    const ofPeople = ["groups", "roles", "organizations"];
    expect(metadata.scopes_supported).toEqual(expect.arrayContaining(ofPeople));
    // I11: by name with the parameter `claims`, which may ask for every claim in this list.
    expect(metadata.claims_supported).toEqual(expect.arrayContaining(ofPeople));
  });

  it("states every member whose default differs between the standards, and iss in responses (RFC 9207 §3)", () => {
    expect(metadata).toMatchObject({
      request_uri_parameter_supported: expect.any(Boolean),
      request_parameter_supported: expect.any(Boolean),
      claims_parameter_supported: true,
      authorization_response_iss_parameter_supported: true,
    });
  });

  it("RFC 9728 §4: lists resource servers only if the operator wants it, and only enabled ones", async () => {
    expect(metadata).not.toHaveProperty("protected_resources");
    const { resources } = service.deps;
    expect(await resources.listed()).toEqual([]);
    await service.rows("UPDATE resource_server SET listed = true");
    expect(await resources.listed()).toEqual([resource]);
    expect(describeDeployment({ ...service.deps, listedResources: [resource] }, grants)).toMatchObject({
      protected_resources: [resource],
    });
    await service.rows("UPDATE resource_server SET disabled_at = now()");
    expect(await resources.listed()).toEqual([]);
    await service.rows("UPDATE resource_server SET listed = false, disabled_at = NULL");
  });

  it("meta-05: advertises nothing weak", () => {
    expect(metadata.code_challenge_methods_supported).toEqual(["S256"]);
    const text = JSON.stringify(metadata);
    expect(text).not.toMatch(/"(?:plain|password|RSA1_5)"/);
    for (const [name, values] of Object.entries(metadata)) {
      if (name.endsWith("_alg_values_supported"))
        expect([name, values]).not.toEqual([name, expect.arrayContaining(["none"])]);
    }
  });

  it("meta-05: every advertised endpoint of ours exists", async () => {
    const endpoints = Object.entries(metadata).filter(
      ([name, url]) => /(?:_endpoint|_uri)$/.test(name) && !String(url).startsWith(resource),
    );
    expect(endpoints.length).toBeGreaterThanOrEqual(4);
    for (const [name, url] of endpoints) {
      expect([name, String(url).startsWith(`${issuer}/`)]).toEqual([name, true]);
      const { status } = await fetch(`${service.origin}${new URL(String(url)).pathname}`, { redirect: "manual" });
      expect([name, status]).not.toEqual([name, 404]);
      expect(status).toBeLessThan(500);
    }
  });
});

describe("meta-01, meta-04: the documents do not depend on the request", () => {
  it.each([
    ["another host", `GET ${OPENID} HTTP/1.1\r\nHost: evil.example`],
    ["an absolute request line", `GET http://evil.example${OPENID} HTTP/1.1\r\nHost: evil.example`],
    [
      "forwarding headers",
      `GET ${OPENID} HTTP/1.1\r\nHost: x\r\nX-Forwarded-Host: evil.example\r\nForwarded: ` +
        "host=evil.example\r\nX-Forwarded-Proto: http",
    ],
    ["a query", `GET ${OPENID}?issuer=https://evil.example HTTP/1.1\r\nHost: x`],
  ])("%s", async (_, head) => {
    const answer = await raw(service.origin, `${head}\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 (?:200|404)/);
    expect(answer).not.toContain("evil.example");
  });

  it.each([
    `${OPENID}/`,
    "/%2ewell-known/openid-configuration",
    `/${OPENID}`,
    `${OPENID};x=1`,
    OPENID.toUpperCase(),
    `${OAUTH}/tenant`,
  ])("%s is not found", async (path) => {
    const answer = await raw(service.origin, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 404/);
  });
});

describe("RFC 7517, jose-20: the key set", () => {
  it("has public members only, a kid, use and algorithm for each key, and RSA of 2048 bits", async () => {
    const { keys } = (await (await fetch(`${service.origin}/jwks`)).json()) as { keys: Record<string, string>[] };
    const algsFor = (use: string) => keys.filter((key) => key.use === use).map(({ alg }) => alg);
    expect(algsFor("sig").sort()).toEqual(["ES256", "EdDSA", "RS256"]);
    expect(algsFor("enc").sort()).toEqual(["ECDH-ES", "RSA-OAEP", "RSA-OAEP-256"]);
    for (const key of keys) {
      expect(
        Object.keys(key).filter((name) => !["kty", "crv", "x", "y", "n", "e", "kid", "use", "alg"].includes(name)),
      ).toEqual([]);
      expect(key).toMatchObject({
        use: expect.stringMatching(/^(?:sig|enc)$/),
        kid: expect.stringMatching(/^[\w-]{43}$/),
      });
      if (key.kty === "RSA") expect(Buffer.from(key.n ?? "", "base64url")).toHaveLength(256);
    }
  });

  it("may be cached for minutes, and is not sent again if it has not changed", async () => {
    const { headers } = await fetch(`${service.origin}/jwks`);
    const etag = headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{43}"$/);
    expect(headers.get("cache-control")).toBe("public, max-age=300");
    const again = await fetch(`${service.origin}/jwks`, { headers: { "if-none-match": etag } });
    expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    expect((await fetch(`${service.origin}/jwks`, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
  });
});
