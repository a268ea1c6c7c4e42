import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startIssuer, type TestIssuer } from "../testing/test-issuer.ts";
import { discoverJwksUri } from "./discovery.ts";

let issuer: TestIssuer;
beforeAll(async () => {
  issuer = await startIssuer("http://localhost:4001");
});
afterEach(() => issuer.describeAs({}));
afterAll(() => issuer.stop());

describe("OpenID Connect Discovery §4: the issuer's metadata has the address of its keys", () => {
  it("returns its jwks_uri", async () => {
    await expect(discoverJwksUri(issuer.issuer)).resolves.toBe(`${issuer.issuer}/jwks`);
  });

  it.each([
    ["another issuer", { issuer: "https://evil.example" }],
    ["no issuer", { issuer: undefined }],
    ["no jwks_uri", { jwks_uri: undefined }],
    ["a jwks_uri that is not a URL", { jwks_uri: "/jwks" }],
  ])("§4.3: refuses a document with %s", async (_, changes) => {
    issuer.describeAs(changes);
    await expect(discoverJwksUri(issuer.issuer)).rejects.toThrow();
  });

  it("§4.3: refuses an issuer that differs in a trailing slash", async () => {
    await expect(discoverJwksUri(`${issuer.issuer}/`)).rejects.toThrow("is the document of another issuer");
  });
});
