/** Requests that are JWTs: OIDC Core §6. */
import { expect } from "@playwright/test";
import { base64url, SignJWT, UnsecuredJWT } from "jose";
import { newDocument, publish } from "../../support/worlds/document-site.ts";
import { checkError, checkErrorPage, type Parameters, requestOf, visit } from "../suite/authorization.ts";
import type { Client } from "../suite/client.ts";
import { finish, runFlow } from "../suite/flow.ts";
import type { Provider } from "../suite/provider.ts";
import { register } from "../suite/registration.ts";
import type { Module } from "./module.ts";

/** The errors for request objects that the provider does not support or accept: OIDC Core §3.1.2.6. */
const REFUSED = ["request_not_supported", "request_uri_not_supported", "invalid_request_object", "invalid_request_uri"];

function checkUnsignedNotOffered({ server }: Provider): void {
  expect(server.request_object_signing_alg_values_supported).toEqual(expect.arrayContaining(["RS256"]));
  expect(server.request_object_signing_alg_values_supported).not.toContain("none");
}

/** Parameters of a request whose state and nonce are only in the request object. */
function insideOnly(provider: Provider, client: Client) {
  const request = requestOf(provider, client);
  const { state: _, nonce: __, ...outside } = request.parameters;
  return { request, outside };
}

const signed = ({ server }: Provider, { id, key }: Client, claims: object): Promise<string> =>
  new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "RS256", kid: key.kid })
    .setIssuer(id)
    .setAudience(server.issuer)
    .sign(key.privateKey);

async function unsignedObject(provider: Provider): Promise<void> {
  checkUnsignedNotOffered(provider);
  expect(provider.server.request_parameter_supported).toBe(true);
  const client = await register(provider);
  const { request, outside } = insideOnly(provider, client);
  const object = new UnsecuredJWT(request.parameters).setIssuer(client.id).setAudience(provider.server.issuer).encode();
  await checkRefused(provider, client, { ...outside, request: object });
}

async function unsignedByReference(provider: Provider): Promise<void> {
  checkUnsignedNotOffered(provider);
  const url = newDocument(provider.world, "request.jwt");
  const client = await register(provider, { request_uris: [url] });
  const { request, outside } = insideOnly(provider, client);
  await publish(provider.world, url, new UnsecuredJWT(request.parameters).encode(), "application/jwt");
  await checkRefused(provider, client, { ...outside, request_uri: url });
}

/**
 * Checks that the refusal is sent to the client or shown on a page. The provider must not ignore the request object.
 */
async function checkRefused(provider: Provider, client: Client, parameters: Parameters): Promise<void> {
  const request = requestOf(provider, client, { state: undefined, nonce: undefined, ...parameters });
  const answer = await visit(provider, provider.browser(), request);
  if (answer.channel === "page") return checkErrorPage(provider, answer);
  checkError(provider, { ...request, state: undefined }, answer, ...REFUSED);
}

async function redirectUriInside(provider: Provider): Promise<void> {
  const client = await register(provider);
  const { request } = insideOnly(provider, client);
  const object = await signed(provider, client, request.parameters);
  const outside = `${client.redirectUri}/outside`;
  const mixed = requestOf(provider, client, { redirect_uri: outside, request: object });
  const answer = await visit(provider, provider.browser(), mixed);
  if (answer.channel === "page") return checkErrorPage(provider, answer);
  await finish(provider, request, answer);
}

async function signedByReference(provider: Provider): Promise<void> {
  const { world, server } = provider;
  expect(server.request_uri_parameter_supported).toBe(true);
  expect(server.request_object_signing_alg_values_supported).toContain("RS256");
  const url = newDocument(world, "request.jwt");
  // The fragment is random. It is part of the registered URI but not of the fetched URL, and is not a hash of the
  // object.
  const registered = `${url}#${base64url.encode(crypto.getRandomValues(new Uint8Array(32)))}`;
  const client = await register(provider, { request_uris: [registered], request_object_signing_alg: "RS256" });
  const { request, outside } = insideOnly(provider, client);
  await publish(world, url, await signed(provider, client, request.parameters), "application/jwt");
  const sent = requestOf(provider, client, { ...outside, state: undefined, nonce: undefined, request_uri: registered });
  await finish(provider, request, await visit(provider, provider.browser(), sent));
}

async function signedByValue(provider: Provider): Promise<void> {
  const client = await register(provider);
  const { request } = insideOnly(provider, client);
  await runFlow(provider, {
    client,
    parameters: { ...request.parameters, request: await signed(provider, client, {}) },
  });
}

export const requestObjects = {
  "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported": unsignedObject,
  "oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported": unsignedByReference,
  "oidcc-request-uri-unsigned": unsignedByReference,
  "oidcc-ensure-request-object-with-redirect-uri": async (provider) => {
    await signedByValue(provider);
    await redirectUriInside(provider);
  },
  "oidcc-request-uri-signed-rs256": signedByReference,
} satisfies Record<string, Module>;
