/** A client that is known only by its metadata document, as editors and agents are. */

import { look } from "../../support/browser/look.ts";
import { allow, expectPage, signIn } from "../../support/browser/pages.ts";
import { arrival, relyingParty } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import { newDocument, publish } from "../../support/worlds/document-site.ts";

test("draft-ietf-oauth-client-id-metadata-document-02 §5: people see the host, and the client gets tokens", async ({
  page,
  world,
  person,
}) => {
  const clientId = newDocument(world, "client.json");
  const redirectUri = newDocument(world, "callback");
  const document = {
    client_id: clientId,
    client_name: "Your bank",
    redirect_uris: [redirectUri],
    token_endpoint_auth_method: "none",
  };
  await publish(world, clientId, JSON.stringify(document), "application/json");
  await publish(world, redirectUri, "<!doctype html><title>Returned</title>", "text/html");

  const client = await relyingParty(world, { clientId, clientSecret: undefined, redirectUri });
  const begun = await client.begin({ scope: "openid email" });
  await page.goto(begun.url);
  await signIn(page, person);
  await expectPage(page, "consent");
  const shown = page.locator("main");
  // The name is a claim of the document. The host is what is known.
  await expect(shown.locator("h1")).toContainText("documents.test");
  await expect(shown).toContainText("Your bank");
  await expect(shown).not.toContainText("We’ll only ask again");
  await look(page, "client-document", { widths: [320, 1280] });
  await allow(page);
  const tokens = await client.redeem(begun, await arrival(page, client));
  expect(tokens).toMatchObject({ token_type: "bearer", scope: "openid email" });
});
