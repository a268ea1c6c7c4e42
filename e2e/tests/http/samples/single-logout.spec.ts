/**
 * OIDC Back-Channel Logout: a session of the sample client ends with the session at the issuer, without its browser.
 */
import { expectPage, expectSignedInAtClient, expectSignedOutAtClient } from "../../../support/browser/pages.ts";
import { signedInAtClient } from "../../../support/browser/signed-in.ts";
import { test } from "../../../support/test.ts";

test("OIDC Back-Channel Logout §2.7: signing out at the issuer ends the session at the sample client", async ({
  page,
  context,
  world,
  person,
}) => {
  await signedInAtClient(page, world, person);
  const issuer = await context.newPage();
  await issuer.goto(world.issuer);
  await issuer.locator("#sign-out").click();
  await issuer.locator("#sign-out-page #sign-out").click();
  await expectPage(issuer, "signed-out");

  await expectSignedOutAtClient(page, world.client);
});

test("OIDC Back-Channel Logout §2.7: an operator ends the sessions of one person only", async ({
  browser,
  page,
  world,
  operator,
  person,
}) => {
  const other = await operator.addUser();
  const elsewhere = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await signedInAtClient(page, world, person);
  await signedInAtClient(elsewhere, world, other);

  await operator.endSessions(person.username);
  await expectSignedOutAtClient(page, world.client);
  await elsewhere.goto(world.client);
  await expectSignedInAtClient(elsewhere, world.client);
  await elsewhere.context().close();
});
