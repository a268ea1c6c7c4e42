/** Client metadata at registration, and how the provider uses it. */
import { expect } from "@playwright/test";
import { isLoginPage } from "../../support/browser/scripted-browser.ts";
import { json, send } from "../../support/http.ts";
import { newDocument, publish } from "../../support/worlds/document-site.ts";
import { siteOf } from "../../support/worlds/world.ts";
import { addressOf, requestOf } from "../suite/authorization.ts";
import { runFlow } from "../suite/flow.ts";
import { clientKey } from "../suite/keys.ts";
import type { Provider } from "../suite/provider.ts";
import { authenticationBy, newRedirectUri, register } from "../suite/registration.ts";
import type { Module } from "./module.ts";
import { checkRegistrationRefused } from "./refusals.ts";

/** A picture with one pixel. */
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** The sign-in page for a client with these changes to its metadata. */
async function signInPage(provider: Provider, changes: object): Promise<string> {
  const client = await register(provider, changes);
  const page = await provider.browser().open(addressOf(provider, requestOf(provider, client)));
  expect(isLoginPage(page)).toBe(true);
  return page.body;
}

async function logo(provider: Provider): Promise<void> {
  const url = newDocument(provider.world, "logo.png");
  await publish(provider.world, url, PIXEL, "image/png");
  const page = await signInPage(provider, { logo_uri: url });
  const src = /<img class="logo" src="([^"]+)"/.exec(page)?.[1] ?? "";
  const picture = await send(provider.world, new URL(src, provider.server.issuer).href);
  expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/png"]);
}

const link =
  (member: string): Module =>
  async (provider) => {
    const url = `${siteOf(provider.world, "rp")}/about/${member}`;
    expect(await signInPage(provider, { [member]: url })).toContain(`href="${url}"`);
  };

async function keysByReference(provider: Provider): Promise<void> {
  const { world } = provider;
  const url = newDocument(world, "jwks.json");
  await publish(world, url, JSON.stringify({ keys: [(await clientKey()).publicJwk] }), "application/json");
  await runFlow(provider, { client: await register(provider, { jwks: undefined, jwks_uri: url }) });
}

/** Registers a client with a sector identifier. Its document lists these redirect URIs. */
async function sector(provider: Provider, listed: (redirectUri: string) => readonly string[]) {
  expect(provider.server.subject_types_supported).toContain("pairwise");
  const redirectUri = newRedirectUri(provider);
  const url = newDocument(provider.world, "sector.json");
  await publish(provider.world, url, JSON.stringify(listed(redirectUri)), "application/json");
  return { subject_type: "pairwise", sector_identifier_uri: url, redirect_uris: [redirectUri] };
}

async function assertionForIssuer(provider: Provider): Promise<void> {
  const client = await register(provider);
  const authentication = authenticationBy("private_key_jwt", undefined, client.key, provider.server.issuer);
  await runFlow(provider, { client: { ...client, authentication } });
}

async function initiateLogin(provider: Provider): Promise<void> {
  const url = `${siteOf(provider.world, "rp")}/initiate`;
  const { metadata } = await register(provider, { initiate_login_uri: url });
  expect(metadata.initiate_login_uri).toBe(url);

  const headers = { authorization: `Bearer ${metadata.registration_access_token}`, ...provider.from };
  const read = await send(provider.world, String(metadata.registration_client_uri), { headers });
  expect(read.status).toBe(200);
  expect(read.headers["content-type"]).toMatch(/^application\/json/);
  expect(json(read).initiate_login_uri).toBe(url);
}

export const registrations = {
  "oidcc-registration-logo-uri": logo,
  "oidcc-registration-policy-uri": link("policy_uri"),
  "oidcc-registration-tos-uri": link("tos_uri"),
  "oidcc-registration-jwks-uri": keysByReference,
  "oidcc-registration-sector-uri": async (provider) => {
    const client = await register(provider, await sector(provider, (redirectUri) => [redirectUri]));
    await runFlow(provider, { client });
  },
  "oidcc-registration-sector-bad": async (provider) =>
    checkRegistrationRefused(
      provider,
      await sector(provider, () => [newRedirectUri(provider)]),
      "invalid_client_metadata",
    ),
  "oidcc-ensure-client-assertion-with-iss-aud-succeeds": assertionForIssuer,
  "oidcc-3rd_party-init-login": initiateLogin,
  "oidcc-3rd_party-init-login-nohttps": (provider) =>
    checkRegistrationRefused(provider, { initiate_login_uri: "http://rp.test/initiate" }, "invalid_client_metadata"),
} satisfies Record<string, Module>;
