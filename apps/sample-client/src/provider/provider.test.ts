import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Config } from "../config.ts";
import { configFor } from "../testing/config.ts";
import { type FakeProvider, runFakeProvider } from "../testing/fake-provider.ts";
import { checkMetadata, clientAuthenticationMethod, openProvider } from "./provider.ts";

let fake: FakeProvider;
let config: Config;
let now: Date;
beforeEach(async () => {
  fake = await runFakeProvider();
  config = configFor({ ISSUER: fake.origin });
  now = new Date("2030-01-01T12:00:00Z");
});
afterEach(() => fake.close());

const passSeconds = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

describe("rp-05: metadata of another issuer is refused (RFC 8414 §3.3)", () => {
  it.each([
    ["another issuer", { issuer: "https://other.example" }],
    ["the issuer in another case", { issuer: "HTTP://LOCALHOST" }],
    ["a token endpoint on another host over http", { token_endpoint: "http://other.example/token" }],
    ["keys on another host over http", { jwks_uri: "http://other.example/jwks" }],
    ["no token endpoint", { token_endpoint: undefined }],
    ["an endpoint that is not a URL", { userinfo_endpoint: 1 }],
  ])("refuses %s", async (_, discovery) => {
    fake.lies = { discovery };
    await expect(openProvider(config, () => now.getTime()).configuration()).rejects.toMatchObject({
      code: "provider_misconfigured",
    });
  });

  it("refuses an issuer that differs only in a trailing slash", async () => {
    fake.lies = { discovery: { issuer: `${fake.origin}/` } };
    await expect(openProvider(config, () => now.getTime()).configuration()).rejects.toMatchObject({
      code: "provider_misconfigured",
    });
  });

  it("refuses plain http even on this machine if the issuer is https", () => {
    const metadata = {
      issuer: "https://op.example",
      authorization_endpoint: "https://op.example/a",
      token_endpoint: "http://localhost/token",
      jwks_uri: "https://op.example/jwks",
    };
    expect(() => checkMetadata(metadata, metadata.issuer)).toThrow("token_endpoint");
    const https = { ...metadata, token_endpoint: "https://login.example/token" };
    expect(() => checkMetadata(https, metadata.issuer)).not.toThrow();
  });
});

describe("discovery is requested when needed", () => {
  const discoveries = () => fake.requests.filter((path) => path.startsWith("/.well-known")).length;

  it("requests it once for many sign-ins, and again after an hour", async () => {
    const provider = openProvider(config, () => now.getTime());
    await Promise.all([provider.configuration(), provider.configuration(), provider.configuration()]);
    expect(discoveries()).toBe(1);
    passSeconds(3600);
    await provider.configuration();
    expect(discoveries()).toBe(2);
  });

  it("finds a provider that starts after the client, without many requests before", async () => {
    let attempts = 0;
    let isUp = false;
    const send: typeof fetch = async (...request) => {
      attempts += 1;
      if (!isUp) throw new TypeError("fetch failed");
      return fetch(...request);
    };
    const provider = openProvider(config, () => now.getTime(), send);
    for (let i = 0; i < 5; i++) {
      await expect(provider.configuration()).rejects.toMatchObject({ code: "provider_unreachable" });
    }
    expect(attempts).toBe(1);

    isUp = true;
    passSeconds(1);
    await expect(provider.configuration()).resolves.toBeDefined();
  });

  it("uses the cached metadata while the provider is unavailable", async () => {
    let isUp = true;
    const send: typeof fetch = async (...request) => {
      if (!isUp) throw new TypeError("fetch failed");
      return fetch(...request);
    };
    const provider = openProvider(config, () => now.getTime(), send);
    const known = await provider.configuration();
    isUp = false;
    passSeconds(3600);
    expect(await provider.configuration()).toBe(known);
  });
});

describe("client authentication follows discovery (OIDC Discovery §3)", () => {
  it.each([
    ["basic", undefined],
    ["basic", ["client_secret_post", "client_secret_basic"]],
    ["post", ["client_secret_post"]],
  ] as const)("uses %s for %s", (expected, methods) => {
    const metadata = methods === undefined ? {} : { token_endpoint_auth_methods_supported: [...methods] };
    expect(clientAuthenticationMethod({ issuer: "https://op.example", ...metadata })).toBe(expected);
  });
});
