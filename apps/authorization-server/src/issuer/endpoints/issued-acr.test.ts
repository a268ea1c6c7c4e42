import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { asClient, post, refresh, tokensFor } from "../../../testing/clients/tokens.ts";
import { confirm, giveApp } from "../../../testing/factors/second-factors.ts";
import { authorizationOf } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";

const [PASSWORD, MFA] = ["urn:countersign:acr:password", "urn:countersign:acr:mfa"];

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

it("step-06: introspection and refresh state the acr of the sign-in, though the session is stronger now", async () => {
  const browser = openBrowser(service.origin);
  const first = await tokensFor(browser, service.origin, "offlineClient", "openid offline_access");
  const app = await giveApp(service, service.alice);
  service.pass(60);

  const page = await browser.follow(await browser.get(authorizationOf("webClient", { acr_values: MFA })));
  expect((await confirm(browser, page, app.code())).status).toBe(303);
  expect(await service.rows("SELECT acr FROM sign_in")).toEqual([{ acr: MFA }]);

  const renewed = (await refresh(service.origin, "offlineClient", first.refresh_token)).body;
  for (const token of [first.access_token, renewed.access_token]) {
    const { headers, fields } = asClient("offlineClient");
    const told = await post(service.origin, "/introspect", { ...fields, token }, headers);
    for (const claims of [told.body, decodeJwt(token)]) {
      expect(claims).toMatchObject({ acr: PASSWORD, amr: ["pwd"], auth_time: decodeJwt(first.access_token).auth_time });
    }
  }
});
