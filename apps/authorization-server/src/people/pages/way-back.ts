/** The way back to a client that sent the person to a page of the account: `?client_id=…&return_to=…`. */
import { jsonOrUndefined } from "@countersign/guard/json";
import { addressOfApp, type Client, inLanguage } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { queryOf } from "../../platform/http/parameters.ts";

/** A link that every page of the account shows. */
export interface WayBack {
  readonly client: string;
  readonly url: string;
}

/**
 * The way back of this visit: that of the address, which the browser keeps for an hour, or the kept one. It must be
 * exactly a URI that the client registered: its home page, its own sign-in, or one that its answers go to. Others are
 * ignored.
 *
 * @param range the language of the page, for the name of the client
 */
export async function wayBackOf(
  call: Call,
  range: string,
  { clients, cookies, issuer }: Pick<Dependencies, "clients" | "cookies" | "issuer">,
): Promise<WayBack | undefined> {
  const query = queryOf(call);
  const asked = { clientId: query.get("client_id"), url: query.get("return_to") };
  const isAsked = asked.clientId !== undefined && asked.url !== undefined;
  const { clientId, url } = isAsked ? asked : kept(cookies.wayBack(call.req));
  if (clientId === undefined || url === undefined) return undefined;

  const client = await clients.find(clientId);
  if (client === undefined || !isRegistered(client, url, issuer)) return undefined;
  if (isAsked) cookies.setWayBack(call.res, Buffer.from(JSON.stringify([clientId, url])).toString("base64url"));
  return { client: inLanguage(client.localized, "client_name", range) ?? client.name, url };
}

function isRegistered(client: Client, url: string, issuer: string): boolean {
  const { clientUri, redirectUris, postLogoutRedirectUris } = client;
  const registered = [clientUri, addressOfApp(client, issuer), ...redirectUris, ...postLogoutRedirectUris];
  return registered.includes(url) && /^https?:/.test(url);
}

/**
 * The parameters of a link that leads a person back to the app of a request that waits in their browser; empty if no
 * request waits there, or if the app registered no address to go on to.
 *
 * @param handle that of the request
 */
export async function backToApp(
  call: Call,
  handle: string | undefined,
  { clients, cookies, parkedRequests, issuer }: Pick<Dependencies, "clients" | "cookies" | "parkedRequests" | "issuer">,
): Promise<{ readonly client_id?: string; readonly return_to?: string }> {
  const browser = cookies.browser(call.req);
  if (handle === undefined || browser === undefined) return {};
  const parked = await parkedRequests.find(handle, browser);
  const id = parked?.request.parameters.find(([name]) => name === "client_id")?.[1];
  const client = id === undefined ? undefined : await clients.find(id);
  const address = client && addressOfApp(client, issuer);
  return client === undefined || address === undefined ? {} : { client_id: client.id, return_to: address };
}

/** Browsers keep no longer cookie (RFC 6265bis §5.6). */
const LONGEST_COOKIE = 4096;

/** What the cookie holds. Anyone can write a cookie, so it is checked like an address. */
function kept(value: string | undefined): { readonly clientId?: string; readonly url?: string } {
  const pair = jsonOrUndefined(Buffer.from(value ?? "", "base64url"), { longest: LONGEST_COOKIE });
  const [clientId, url] = Array.isArray(pair) ? pair : [];
  return typeof clientId === "string" && typeof url === "string" ? { clientId, url } : {};
}
