/** RFC 6819 §5.1.4.1.3: no secret reaches the database in plain text. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { initialAccessToken, metadata, pathOf, send } from "../../../../testing/clients/registration.ts";
import { post, refresh } from "../../../../testing/clients/tokens.ts";
import { authorizationOf, basic, codeFor, redeem } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { password } from "../../../../testing/world.ts";

let service: Service;
beforeAll(async () => {
  service = await startService({ proxied: true, ephemeral: "configured" });
});
afterAll(() => service.close());

describe("cred-05, cred-06: secrets are looked up by their hash", () => {
  it("so no query contains a secret: not at creation, use, replay or revocation", async () => {
    const heard: Buffer[] = [];
    service.proxy.tap((bytes) => heard.push(bytes));
    const { origin } = service;
    const secrets: Record<string, string> = { password };

    const browser = openBrowser(origin);
    const started = await browser.get(authorizationOf("offlineClient"));
    secrets.handle = started.location?.searchParams.get("request") ?? "";
    const pushed = await openBrowser(origin).post(
      "/authorization",
      Object.fromEntries(new URLSearchParams(authorizationOf("offlineClient").split("?")[1])),
    );
    secrets.requestUri = pushed.location?.searchParams.get("request_uri")?.split(":").at(-1) ?? "";

    secrets.code = await codeFor(browser, "offlineClient", { scope: "openid offline_access" });
    const changes = { redirect_uri: "https://rp8.example/cb" };
    const tokens = (await redeem(origin, secrets.code, changes, basic("offlineClient"))).body;
    secrets.refreshToken = tokens.refresh_token;
    secrets.accessToken = tokens.access_token.split(".")[2];
    secrets.successor = (await refresh(origin, "offlineClient", tokens.refresh_token)).body.refresh_token;
    await refresh(origin, "offlineClient", tokens.refresh_token); // Again, within its grace period.
    for (const token of [secrets.successor, tokens.access_token]) {
      await post(origin, "/introspect", { token }, basic("offlineClient"));
      await post(origin, "/revoke", { token }, basic("offlineClient"));
    }
    await redeem(origin, secrets.code, changes, basic("offlineClient")); // This is a replay.
    for (const [name, value] of browser.cookies) secrets[name] = value;

    const initial = await initialAccessToken(service);
    const client = (await send(service, { token: initial, body: metadata })).body;
    await send(service, { method: "GET", path: pathOf(client), token: client.registration_access_token });
    await post(
      origin,
      "/token",
      { grant_type: "authorization_code", code: "x" },
      basic(client.client_id, client.client_secret),
    );
    Object.assign(secrets, {
      initial,
      clientSecret: client.client_secret,
      registrationToken: client.registration_access_token,
    });

    const bytes = Buffer.concat(heard);
    expect(bytes.includes("alice")).toBe(true); // Values that are not secret are recorded.
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret, name).toMatch(/.{16}/);
      expect([name, bytes.includes(secret)]).toEqual([name, false]);
    }
  });
});
