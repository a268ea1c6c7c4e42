/** FAPI 2.0 Security Profile with the sample client, only by configuration: private_key_jwt, PAR, PKCE and DPoP. */
import { assertionsCount } from "../../../conformance/suite/assertions-count.ts";
import { allow, expectPage, signInAtClient } from "../../../support/browser/pages.ts";
import { makeClientKey, startSampleClient } from "../../../support/sample-client.ts";
import { expect, test } from "../../../support/test.ts";
import { freePorts } from "../../../support/worlds/ports.ts";

test("FAPI 2.0 Security Profile §5.3.3: the sample client signs in, refreshes, reads claims and pays an order", async ({
  page,
  world,
  operator,
  person,
}) => {
  await assertionsCount(world);
  const port = await freePorts();
  const origin = `http://localhost:${port}`;
  const key = makeClientKey();
  const registered = ["--name", "Bank", "--profile", "fapi2", "--redirect-uri", `${origin}/callback`];
  const grants = ["--grant-type", "authorization_code", "--grant-type", "refresh_token"];
  const authentication = ["--token-endpoint-auth-method", "private_key_jwt", "--jwks", key.jwks];
  const orders = ["--scope", "openid profile email offline_access orders:read orders:write"];
  const payments = ["--authorization-details-type", "payment"];
  const { clientId } = await operator.addClient(...registered, ...grants, ...authentication, ...orders, ...payments);

  const bank = await startSampleClient({
    ISSUER: world.issuer,
    PORT: String(port),
    BASE_URL: origin,
    CLIENT_ID: clientId,
    CLIENT_KEY_FILE: key.file,
    PUSH_REQUESTS: "yes",
    BIND_TOKENS: "yes",
    SCOPE: "openid profile email offline_access",
    ORDERS_API: world.api,
  });
  try {
    const pushed = page.waitForRequest((request) => new URL(request.url()).pathname === "/authorization");
    await signInAtClient(page, origin, person);
    const sent = new URL((await pushed).url()).searchParams;
    expect([...sent.keys()].toSorted()).toEqual(["client_id", "request_uri"]);
    await expect(page.locator("main")).toContainText("carol@example.com");
    await expect(page.locator("main")).toContainText("private key");

    // §5.3.2.1 item 9: the refresh token stays.
    await page.locator("#refresh").click();
    await expect(page.locator("#changes")).toContainText("The provider did not replace it");
    await page.locator("#read-claims").click();
    await expect(page.locator("#changes")).toBeVisible();

    await page.locator("#to-orders").click();
    await page.locator("#ask-access").click();
    await expectPage(page, "consent");
    await allow(page);
    const coffee = page.locator("#orders li", { hasText: "coffee" }).first();
    await coffee.getByRole("button", { name: "Pay" }).click();
    await expectPage(page, "consent");
    await allow(page);
    await expect(page.locator("#receipts li")).toHaveText(["coffee, 12.50 EUR"]);
  } finally {
    bank.stop();
    key.remove();
  }
});
