/** Screens of the console that change nothing here which other tests would notice. */
import { expect, type Page } from "@playwright/test";
import { look } from "./console.ts";
import { confirmed, go, openClient, openTab } from "./console-story.ts";

/** The form was refused, and what is wrong is said at this field. */
async function expectRefused(page: Page, field: string): Promise<void> {
  await expect(page.locator("#problem")).toBeVisible();
  await expect(page.locator(`[name="${field}"][aria-invalid="true"]`)).toHaveCount(1);
}

const PLACES: Readonly<Record<string, string>> = {
  ...{ looks: "Appearance", terms: "Terms", providers: "Identity providers", hooks: "Hooks" },
};

async function open(page: Page, place: string): Promise<void> {
  await go(page, PLACES[place] ?? place);
  await expect(page.locator("main")).toHaveId(place);
}

/**
 * Looks, terms, an API, a provider of an organization, a hook, and the claims of a client.
 *
 * @param client the name of a client
 */
export async function settingsTour(page: Page, client: string): Promise<void> {
  await previewedLooks(page);
  await open(page, "terms");
  await look(page, "terms");
  await api(page);
  await providerOfOrganization(page);
  await hook(page);
  await claims(page, client);
}

async function previewedLooks(page: Page): Promise<void> {
  await open(page, "looks");
  await look(page, "looks");
  await page.locator("#save-looks-service_name").fill("Preview <b>");
  await page.locator("#preview-looks").click();
  await expect(page.locator("#open-preview")).toBeVisible();
  await expect(page.locator("#save-looks-service_name")).toHaveValue("Preview <b>");
  await look(page, "looks-preview");
}

async function api(page: Page): Promise<void> {
  const name = `Stock-${Date.now().toString(36)}`;
  await go(page, "APIs");
  await page.locator("#new-resource-server").click();
  await page.locator("#add-resource").fill("no address");
  await page.locator("#add-name").fill(name);
  await page.locator("#add-scopes").fill("stock:read\nstock:write");
  await page.locator("#add-role_scopes").fill("stock:write");
  await page.locator("#add").click();
  await expectRefused(page, "resource");
  await expect(page.locator("#add-scopes")).toHaveValue("stock:read\nstock:write");
  await page.locator("#add-resource").fill(`https://${name.toLowerCase()}.example`);
  await look(page, "new-resource-server");
  await page.locator("#add").click();
  await expect(page.locator("main")).toHaveId("resource-server");
  await openTab(page, "Settings");
  await page.locator("#save-access_token_ttl_seconds").fill("120");
  await page.locator("#save").click();
  await expect(page).toHaveURL(/done=/);
  await expect(page.locator("#save-access_token_ttl_seconds")).toHaveValue("120");
  await look(page, "resource-server");
  await confirmed(page, "#disable");
  await page.locator("#head-enable").click();
  await openTab(page, "Settings");
  await confirmed(page, "#remove");
  await expect(page.locator("#resource-servers-table")).not.toContainText(name);
}

async function providerOfOrganization(page: Page): Promise<void> {
  const alias = `acme-${Date.now().toString(36)}`;
  await open(page, "providers");
  await look(page, "providers");
  await page.locator("#add-google").click();
  await look(page, "provider-google");
  await page.getByRole("link", { name: "Identity providers", exact: true }).last().click();
  await page.locator("#all-settings").click();
  await page.locator("#use-alias-alias").fill(alias);
  await page.locator("#use-alias").click();
  await expect(page.locator("#register code")).toContainText(`/${alias}/`);
  await page.locator("#add-name").fill("Acme <b>");
  await page.locator("#add-issuer").fill("https://login.invalid");
  await page.locator("#add-client_id").fill("countersign");
  await page.locator("#add-secret").fill("a-secret-at-the-provider");
  await page.locator("#add-advanced > summary").click();
  await page.locator("#add-organization").selectOption({ index: 1 });
  await page.locator("#add-domains").fill("acme.example");
  await look(page, "any-provider");
  await page.locator("#add").click();
  await expectRefused(page, "domains");
  await page.locator("#add-domains").fill("");
  await page.locator("#add-secret").fill("a-secret-at-the-provider");
  await page.locator("#add").click();
  await expect(page.locator("main")).toHaveId("provider");
  await page.locator(".tabs").getByRole("link", { name: "Settings" }).click();
  await expect(page.locator("#save")).toBeVisible();
  await expect(page.locator("#save-domains")).toHaveCount(0);
  await look(page, "provider-settings");
  await page.locator(".tabs").getByRole("link", { name: "Registration" }).click();
  await look(page, "provider");
  await page.locator("#head-try").click();
  await expect(page.locator("#tried")).toBeVisible();
  await look(page, "provider-tried");
  await openTab(page, "Settings");
  await confirmed(page, "#disable");
  await openTab(page, "Settings");
  await confirmed(page, "#remove");
  await expect(page.locator("#providers")).not.toContainText(alias);
}

async function hook(page: Page): Promise<void> {
  const name = `Plans-${Date.now().toString(36)}`;
  await open(page, "hooks");
  await page.locator("#new-hook").click();
  await page.locator("#add-name").fill(name);
  await page.locator("#add-url").fill("https://10.0.0.1/");
  await page.locator("#add-claims").fill("plan\nseats");
  await page.locator("#add").click();
  await expectRefused(page, "url");
  await expect(page.locator("#add-claims")).toHaveValue("plan\nseats");
  await page.locator("#add-url").fill("https://hooks.invalid/claims");
  await look(page, "new-hook");
  await page.locator("#add").click();
  await expect(page.locator("#secret code")).toHaveText(/^whsec_/);
  await look(page, "hook-secret");
  await open(page, "hooks");
  await look(page, "hooks");
  await page.getByRole("link", { name, exact: true }).click();
  await expect(page.locator("#secret")).toHaveCount(0);
  await openTab(page, "Settings");
  await page.locator("#save-timeout_ms").fill("100");
  await page.locator("#save").click();
  await expect(page.locator("#done")).toBeVisible();
  await confirmed(page, "#remove");
  await expect(page.locator("#hooks")).not.toContainText(name);
}

async function claims(page: Page, client: string): Promise<void> {
  await openClient(page, client);
  await openTab(page, "Advanced");
  await page.locator("#claim-mapping-link").click();
  await page.locator("#save-claims").fill("upn: claims.email");
  const example = (upn: string) => JSON.stringify([{ claims: { email: "ada@corp.example" }, gives: { upn } }]);
  await page.locator("#save-examples").fill(example("bob@corp.example"));
  await page.locator("#save").click();
  await expectRefused(page, "examples");
  await expect(page.locator("#save-claims")).toHaveValue("upn: claims.email");
  await page.locator("#save-examples").fill(example("ada@corp.example"));
  await page.locator("#save").click();
  await expect(page.locator("#claims-table")).toContainText("claims.email");
  await look(page, "claim-mapping");
}

/** A webhook, from its first address to its end. */
export async function webhook(page: Page): Promise<void> {
  await go(page, "Webhooks");
  await page.locator("#new-webhook").click();
  const name = `Billing <b> ${Date.now().toString(36)}`;
  await page.locator("#add-name").fill(name);
  await page.locator("#add-url").fill("https://10.0.0.1/");
  await page.locator("#add").click();
  await expect(page.locator("#add-url[aria-invalid]")).toBeVisible();
  await page.locator("#add-url").fill("https://hooks.invalid/countersign");
  await look(page, "new-webhook");
  await page.locator("#add").click();
  await expect(page.locator("#secret code")).toHaveText(/^whsec_/);
  await look(page, "webhook-secret");
  await go(page, "Webhooks");
  await look(page, "webhooks");
  const row = page.locator("#webhooks-table a", { hasText: name });
  await row.click();
  await expect(page.locator("#secret")).toHaveCount(0);
  await openTab(page, "Try it");
  await look(page, "webhook-try");
  await page.locator('#try [name="type"]').selectOption("user_added");
  await page.locator("#test").click();
  await expect(page.locator("main")).toHaveId("delivery");
  await expect(page.locator("#request-code")).toContainText("webhook-signature: v1,");
  await expect(page.locator("#body-code")).toContainText('"type":"user_added"');
  await look(page, "webhook-delivery");
  await page.locator("#crumbs a").last().click();
  await expect(page.locator("#deliveries-table")).toContainText("Account created");
  await look(page, "webhook");
  await openTab(page, "Settings");
  await page.locator("#change summary", { hasText: "Applications and APIs" }).click();
  await page.locator('#change [name="event_types"][value="consent"]').check();
  await look(page, "webhook-events");
  await page.locator("#save").click();
  await expect(page).toHaveURL(/done=/);
  await expect(page.locator('#change [name="event_types"][value="consent"]')).toBeChecked();
  await confirmed(page, "#disable");
  await expect(page.locator("#done")).toBeVisible();
  await expect(page.locator(".tabs a")).toHaveCount(2);
  await openTab(page, "Settings");
  await confirmed(page, "#remove");
  // A test beside this one may have a webhook of its own.
  await expect(page.locator("main")).toHaveId("webhooks");
  await expect(row).toHaveCount(0);
}
