/** What pages about applications have in common: their address, and what an application is. */
import type { Kind } from "../../quickstarts/quickstarts.ts";
import type { Cell } from "../../views/model.ts";
import { part } from "../lists/list.ts";

/** The address of the page about an application. */
export const addressOf = (clientId: string): string => `/clients/${part(clientId)}`;

/** The address that says whether an application was used. */
export const firstUseOf = (clientId: string): string => `${addressOf(clientId)}/used`;

/** The texts of a member whose type the API does not say. */
export const textsIn = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];

/** What an application is, by its metadata. */
export function kindOf(client: Readonly<Record<string, unknown>>): Kind {
  const grants = textsIn(client.grant_types);
  if (grants.includes("urn:ietf:params:oauth:grant-type:device_code")) return "device";
  if (grants.includes("client_credentials") && !grants.includes("authorization_code")) return "machine";
  if (client.application_type === "native") return "native";
  return client.token_endpoint_auth_method === "none" ? "browser" : "web";
}

/** When someone last signed in to it. A program has no sign-ins. */
export function lastSignInOf(client: { readonly last_sign_in_at: string | null }): Cell {
  const { last_sign_in_at: at } = client;
  return at === null && kindOf({ ...client }) === "machine" ? { text: null } : { at };
}
