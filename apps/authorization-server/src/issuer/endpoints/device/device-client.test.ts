/** A client of others (openid-client, on oauth4webapi) signs in by device, with its defaults. */
import * as openid from "openid-client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../../testing/browser.ts";
import { approve, confirm, typeCode } from "../../../../testing/clients/devices.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";

let service: Service;
let config: openid.Configuration;
beforeAll(async () => {
  service = await startService();
  const customFetch: openid.CustomFetch = (url, options) =>
    fetch(url.replace(issuer, service.origin), options as RequestInit);
  const client = { [openid.clockSkew]: Math.round((service.clock.now.getTime() - Date.now()) / 1000) };
  config = await openid.discovery(new URL(issuer), "publicDevice", client, openid.None(), {
    [openid.customFetch]: customFetch,
  });
  config[openid.customFetch] = customFetch;
});
afterAll(() => service.close());

const begin = () => openid.initiateDeviceAuthorization(config, { scope: "openid email offline_access" });

describe("RFC 8628: openid-client", () => {
  it("finds the endpoint, polls, and accepts the tokens with the ID token", async () => {
    const begun = await begin();
    await approve(openBrowser(service.origin), begun.user_code);
    const tokens = await openid.pollDeviceAuthorizationGrant(config, { ...begun, interval: 1 });
    expect(tokens.claims()).toMatchObject({ iss: issuer, sub: service.alice, aud: "publicDevice" });
    const next = await openid.refreshTokenGrant(config, tokens.refresh_token ?? "");
    expect(next.access_token).not.toBe(tokens.access_token);
  });

  it("goes on after authorization_pending, and stops at access_denied", async () => {
    const begun = await begin();
    const polling = openid.pollDeviceAuthorizationGrant(config, { ...begun, interval: 1 });
    const stopped = expect(polling).rejects.toMatchObject({ error: "access_denied", status: 400 });
    const browser = openBrowser(service.origin);
    await confirm(browser, await typeCode(browser, begun.user_code), "deny");
    await stopped;
  });
});
