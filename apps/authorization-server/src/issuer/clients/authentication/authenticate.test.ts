import { type Client, hashSecret, readParameters } from "@countersign/rules";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Requester } from "../../grants/grant.ts";
import { type AuthenticatedClient, authenticateClient } from "./authenticate.ts";

// The client's Basic header ends with one character of padding.
const secret = "p:a%s s+üxy";
const secretHash = hashSecret(secret);
const pinned = { tokenEndpointAuthMethod: "client_secret_basic", secretHash } as const;
const known: Record<string, Partial<Client>> = {
  pinned: { id: "pinned", profile: "oauth21", ...pinned, tokenEndpointAuthMethodPinned: true },
  itself: { id: "itself", profile: "oidc", ...pinned, hasRegistrationToken: true },
  bank: { id: "bank", profile: "fapi2", ...pinned },
  signing: { id: "signing", profile: "oauth21", ...pinned, tokenEndpointAuthMethod: "client_secret_jwt" },
  webClient: { id: "webClient", tokenEndpointAuthMethod: "client_secret_basic", secretHash: hashSecret(secret) },
  webPostClient: { id: "webPostClient", tokenEndpointAuthMethod: "client_secret_post", secretHash: hashSecret(secret) },
  "W:3": { id: "W:3", tokenEndpointAuthMethod: "client_secret_basic", secretHash: hashSecret(secret) },
  publicClient: { id: "publicClient", tokenEndpointAuthMethod: "none", secretHash: undefined },
};
const clients = { find: async (id: string | undefined) => known[id ?? ""] as Client | undefined };

const formEncoded = (text: string) => new URLSearchParams({ "": text }).toString().slice(1);
const basic = (id: string, value: string) => `Basic ${Buffer.from(`${id}:${value}`).toString("base64")}`;
const right = basic("webClient", formEncoded(secret));
const strayBits = (last: string, padding: string) => String.fromCharCode(last.charCodeAt(0) + 1) + padding;

const unlimited = { waitSeconds: () => 0, fail: async () => 0 };
const limits = { clientFailuresPerSource: unlimited, clientFailuresPerClientAndSource: unlimited };

const authenticate = (authorization: string | undefined, form: Record<string, string> = {}) =>
  authenticateClient(
    { authorization, parameters: readParameters(Object.entries(form)), source: "192.0.2.1", endpoint: "token" },
    {
      clients: { ...clients, recordLimited: async () => {}, noteSecretUse: async () => {} },
      clientUses: { noteSecret: () => {} },
      clientDocuments: { forClientRequest: async () => undefined },
      clientKeys: { of: () => undefined, encryptionKey: async () => undefined, hasCertificate: async () => false },
      clientSecrets: { open: () => undefined },
      clientAssertions: { spend: async () => "first" },
      trustedAssertions: { verify: () => Promise.reject(new Error("no assertion is verified")) },
      trust: undefined,
      limits,
      refusedRequests: { note: () => {} },
      issuer: "https://auth.example",
      now: () => new Date("2030-01-01T12:00:00Z"),
    },
  );

describe("RFC 6749 §2.3: a client authenticates with its registered method", () => {
  it("authentication is the only source of a client that grants accept", async () => {
    const client = await authenticate(right);
    expectTypeOf(client).toEqualTypeOf<AuthenticatedClient>();
    expectTypeOf<Requester["client"]>().toEqualTypeOf<AuthenticatedClient>();
    expectTypeOf<Client>().not.toExtend<AuthenticatedClient>();
    expect(client.id).toBe("webClient");
  });

  it.each([
    ["client_secret_basic, both parts form-encoded (cauth-08)", right, {}, "webClient"],
    ["client_secret_basic in another case of the scheme", right.replace("Basic", "bASIC"), {}, "webClient"],
    ["client_secret_basic with a colon in the id", basic(formEncoded("W:3"), formEncoded(secret)), {}, "W:3"],
    ["client_secret_basic and the same client_id in the body", right, { client_id: "webClient" }, "webClient"],
    ["client_secret_post", undefined, { client_id: "webPostClient", client_secret: secret }, "webPostClient"],
    ["none", undefined, { client_id: "publicClient" }, "publicClient"],
    [
      "I3: client_secret_post of a client that an operator registered for client_secret_basic",
      undefined,
      { client_id: "webClient", client_secret: secret },
      "webClient",
    ],
    [
      "I3: client_secret_basic of one that was registered for client_secret_post",
      basic("webPostClient", formEncoded(secret)),
      {},
      "webPostClient",
    ],
  ])("accepts %s", async (_, authorization, form, id) => {
    await expect(authenticate(authorization, form)).resolves.toMatchObject({ id });
  });

  it.each([
    ["cauth-01: a wrong secret", basic("webClient", "wrong"), {}],
    ["cauth-02: no credentials of a confidential client", undefined, { client_id: "webClient" }],
    ["cauth-02: nothing at all", undefined, {}],
    ["cauth-03: an empty secret in Basic", basic("webClient", ""), {}],
    ["cauth-03: an empty secret in the body", undefined, { client_id: "webPostClient", client_secret: "" }],
    ["I3: a wrong secret the other way", undefined, { client_id: "webClient", client_secret: "wrong" }],
    ["I3: a wrong secret with another method of pinned", undefined, { client_id: "pinned", client_secret: "x" }],
    ["I3: a wrong secret with another method of itself", undefined, { client_id: "itself", client_secret: "x" }],
    ["I3: a wrong secret with another method of bank", undefined, { client_id: "bank", client_secret: "x" }],
    ["I3: a wrong secret with another method of signing", undefined, { client_id: "signing", client_secret: "x" }],
    ["cauth-05: a public client with a secret", undefined, { client_id: "publicClient", client_secret: secret }],
    ["cauth-08: a secret that is not form-encoded", basic("webClient", secret), {}],
    ["cauth-08: a broken escape", basic("webClient", "%zz"), {}],
    ["cauth-21: a secret of another length", basic("webClient", "x".repeat(5000)), {}],
    ["cauth-21: a secret of other bytes", basic("webClient", formEncoded("🙂")), {}],
    ["an unknown client", basic("nobody", "x"), {}],
    ["a Basic header without a colon", `Basic ${Buffer.from("webClient").toString("base64")}`, {}],
    ["a Basic header that is not base64", "Basic !!!", {}],
    ["cauth-22: Basic without its padding", right.replaceAll("=", ""), {}],
    ["cauth-22: Basic with padding that is too long", right.replace(/=*$/, "=="), {}],
    [
      "cauth-22: Basic with stray bits in its last character",
      right.replace(/(.)(=+)$/, (_, last, padding) => strayBits(last, padding)),
      {},
    ],
    ["another scheme", "Bearer abc", {}],
    ["a client_secret without client_id", undefined, { client_secret: secret }],
    ["an assertion without its type", undefined, { client_id: "publicClient", client_assertion: "x" }],
    ["cauth-18: only an assertion type", undefined, { client_id: "publicClient", client_assertion_type: "x" }],
  ])("refuses %s with the same description for every cause", async (_, authorization, form) => {
    await expect(authenticate(authorization, form)).rejects.toMatchObject({
      code: "invalid_client",
      message: "client authentication failed",
    });
  });

  it.each([
    ["pinned", "client_secret_basic"],
    ["itself", "client_secret_basic"],
    ["bank", "client_secret_basic"],
    ["signing", "client_secret_jwt"],
  ])("cauth-05, I3: refuses the right secret of %s with another method, and names its own", async (id, registered) => {
    await expect(authenticate(undefined, { client_id: id, client_secret: secret })).rejects.toMatchObject({
      code: "invalid_client",
      message: `the client is registered for ${registered}, and must use it`,
    });
  });

  it.each([
    ["cauth-04: Basic and a secret in the body", right, { client_id: "webClient", client_secret: secret }],
    ["cauth-04: Basic and an assertion", right, { client_assertion: "x" }],
    [
      "cauth-04: a secret and an assertion",
      undefined,
      { client_id: "webPostClient", client_secret: secret, client_assertion: "x" },
    ],
    ["cauth-07: Basic and another client in the body", right, { client_id: "webPostClient" }],
  ])("refuses %s as invalid_request", async (_, authorization, form) => {
    await expect(authenticate(authorization, form)).rejects.toMatchObject({ code: "invalid_request" });
  });
});
