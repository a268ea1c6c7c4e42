import { decodeJwt } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { redirectUriOf } from "../../../testing/clients/clients.ts";
import { post, refresh } from "../../../testing/clients/tokens.ts";
import { confirm, giveApp } from "../../../testing/factors/second-factors.ts";
import { agree, authorizationOf, basic, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";

const client = "offlineClient";
const [PASSWORD, MFA] = ["urn:countersign:acr:password", "urn:countersign:acr:mfa"];
let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const tokensOf = async (location: URL | undefined) =>
  (
    await redeem(
      service.origin,
      location?.searchParams.get("code") ?? "",
      { redirect_uri: redirectUriOf(client) },
      basic(client),
    )
  ).body;
const introspected = async (token: string) =>
  (await post(service.origin, "/introspect", { token }, basic(client))).body;

describe("RFC 9470 §5 and §6: a stronger sign-in, and the tokens from before", () => {
  it("supx-01: the new token states it, in JWT and introspection; a refresh of the old one does not", async () => {
    const browser = openBrowser(service.origin);
    const request = { scope: "openid offline_access", prompt: "consent" };
    const page = await signIn(browser, await browser.get(authorizationOf(client, request)));
    const old = await tokensOf((await agree(browser, page)).location);
    const before = decodeJwt(old.access_token);
    expect(before).toMatchObject({ acr: PASSWORD });

    const app = await giveApp(service, service.alice);
    service.pass(60);
    const asked = await browser.follow(await browser.get(authorizationOf(client, { ...request, acr_values: MFA })));
    const proved = await browser.follow(await confirm(browser, asked, app.code()));
    const stronger = await tokensOf((await agree(browser, proved)).location);

    const after = { acr: MFA, auth_time: Number(before.auth_time) + 60 };
    expect(decodeJwt(stronger.access_token)).toMatchObject(after);
    expect(await introspected(stronger.access_token)).toMatchObject({ active: true, ...after });

    const refreshed = (await refresh(service.origin, client, old.refresh_token)).body;
    const kept = { acr: PASSWORD, auth_time: before.auth_time };
    expect(decodeJwt(refreshed.access_token)).toMatchObject(kept);
    expect(await introspected(refreshed.access_token)).toMatchObject({ active: true, ...kept });
    expect(decodeJwt((await refresh(service.origin, client, stronger.refresh_token)).body.access_token)).toMatchObject(
      after,
    );
  });
});
