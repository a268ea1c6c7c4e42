import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { openBrowser } from "../../../testing/browser.ts";
import { agree, authorizationOf, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { addResourceServer } from "../../administration/resource-servers/resource-servers.ts";

const orders = "https://orders.example";

let service: Service;
beforeAll(async () => {
  service = await startService();
  const scopeTexts = { read: "See your <orders>", "read#de": "Bestellungen sehen" };
  const about = { accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300, listed: false } as const;
  const resource = { identifier: orders, name: "Orders", scopes: ["read", "write"], scopeTexts, ...about };
  await addResourceServer(service.database, resource, byOperatorAt(service.clock.now));
});
afterAll(() => service.close());

describe("OIDC Core §3.1.2.4: scopes of APIs have texts for people", () => {
  it.each([
    ["de", "Bestellungen sehen", "Berechtigung „write“"],
    ["fr", "See your &lt;orders&gt;", "Autorisation «\u202fwrite\u202f»"],
  ])("in the language of the page, on the consent page and the page of apps: %s", async (language, text, untold) => {
    await service.rows("DELETE FROM consent");
    const browser = openBrowser(service.origin);
    const asked = { scope: "openid read write", resource: orders, ui_locales: language };
    const page = await signIn(browser, await browser.get(authorizationOf("resourceClient", asked)));
    expect(page.body).toContain(`<strong>${text}</strong>`);
    expect(page.body).toContain(`<strong>${untold}</strong>`);
    const [, technical = ""] = page.body.split('<details class="more" id="technical">');
    for (const name of ["read", "write"]) expect(technical).toContain(`<code>${name}</code>`);

    await agree(browser, page);
    const apps = await browser.get("/account/applications?client=resourceClient", { "accept-language": language });
    expect(apps.body).toMatch(new RegExp(`<p class="title"[^>]*>${text}</p>`));
  });
});
