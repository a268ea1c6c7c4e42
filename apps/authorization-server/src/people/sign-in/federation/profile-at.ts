/**
 * A sign-in at a provider with only OAuth 2.0 (RFC 6749 §4.1, RFC 7636): its two documents about the person take the
 * place of an ID token. They come over TLS from addresses that we know, with a token that this code gave.
 */
import { readJson } from "@countersign/guard/json";
import { type ProviderPreset, presetOf } from "@countersign/rules";
import * as client from "openid-client";
import type { IdentityProvider } from "../../../platform/stores/ways-in/identity-providers.ts";
import type { Authentication, ProviderAnswer } from "./authentication.ts";
import { LARGEST_RESPONSE_BYTES } from "./provider-documents.ts";

/** The metadata that such a provider does not publish. */
export function metadataOf({ issuer }: Pick<IdentityProvider, "issuer">, preset: ProviderPreset) {
  const { authorization, token } = presetOf(preset).endpoints(issuer);
  return { issuer, authorization_endpoint: authorization, token_endpoint: token };
}

/** Verifies the authorization response, redeems its code and reads the documents. Throws if anything is wrong. */
export async function profileAt(
  configuration: client.Configuration,
  { issuer, preset }: { readonly issuer: string; readonly preset: ProviderPreset },
  response: URL,
  { state, verifier }: Authentication,
): Promise<ProviderAnswer> {
  const checks = { expectedState: state, pkceCodeVerifier: verifier };
  const { access_token: token } = await client.authorizationCodeGrant(configuration, response, checks);
  const { endpoints, claims } = presetOf(preset);
  const { profile: about, addresses } = endpoints(issuer);
  const [person, listed] = await Promise.all([about, addresses].map((url) => documentAt(configuration, token, url)));
  if (typeof person !== "object" || person === null) throw new Error("the document about the person is no object");
  const profile = claims(person as Readonly<Record<string, unknown>>, listed);
  return { idToken: { iss: issuer, sub: profile.sub }, idTokenText: "", profile };
}

async function documentAt(configuration: client.Configuration, token: string, url: string): Promise<unknown> {
  const headers = new Headers({ accept: "application/json" });
  const response = await client.fetchProtectedResource(configuration, token, new URL(url), "GET", undefined, headers);
  if (response.status !== 200) throw new Error(`${url} answered ${response.status}`);
  return readJson(await response.bytes(), { longest: LARGEST_RESPONSE_BYTES });
}
