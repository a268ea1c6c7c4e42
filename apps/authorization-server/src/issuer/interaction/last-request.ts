/**
 * The request that this browser parked last, in a cookie. When its page is over, the person begins the same request
 * again, or goes back to the app.
 */
import { addressOfApp, inLanguage } from "@countersign/rules";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import { OverRequest } from "../../platform/http/errors.ts";
import { languagesOf } from "../../platform/http/languages.ts";
import type { ParkedRequest } from "../../platform/stores/requests/parked-request.ts";
import type { Place } from "./interaction.ts";

/** Longer requests are not kept: browsers send the cookie with everything. */
const LONGEST = 2048;

interface Kept {
  readonly handle: string;
  readonly clientId: string;
  /** The query of the request; empty if it cannot be sent again. */
  readonly query: string;
}

/**
 * Keeps a request that was just parked, for an hour. It can be sent again if it came in the query. A request URI counts
 * once (RFC 9126 §4), and so does a request that was answered: its client no longer knows the `state`.
 */
export function keepLastRequest(
  { handle }: Place,
  { kind, request }: ParkedRequest,
  { cookies }: Pick<Dependencies, "cookies">,
  call: Call,
): void {
  const clientId = request.parameters.find(([name]) => name === "client_id")?.[1];
  if (kind !== "redirect" || clientId === undefined) return;
  const isRepeatable =
    call.req.method === "GET" && call.path === paths.authorization && request.requestUri === undefined;
  write({ handle, clientId, query: isRepeatable ? call.query : "" }, { cookies }, call);
}

/** Remembers that the request was answered. Then only the way to the app is left. */
export function answeredLastRequest({ handle }: Place, { cookies }: Pick<Dependencies, "cookies">, call: Call): void {
  const kept = read({ cookies }, call);
  if (kept.handle === handle) write({ ...kept, query: "" }, { cookies }, call);
}

/** The error of a request that is over, with the way on from there. */
export async function overRequest(
  handle: string | undefined,
  { cookies, clients, views, issuer }: Pick<Dependencies, "cookies" | "clients" | "views" | "issuer">,
  call: Call,
): Promise<OverRequest> {
  const kept = read({ cookies }, call);
  if (kept.handle === "" || kept.handle !== handle) return new OverRequest({});

  const again = kept.query === "" ? undefined : `${paths.authorization}?${new URLSearchParams(kept.query)}`;
  const client = await clients.find(kept.clientId);
  const url = client && addressOfApp(client, issuer);
  if (client === undefined || url === undefined) return new OverRequest({ again });
  const { range } = views.in(languagesOf(call.req));
  const name = inLanguage(client.localized, "client_name", range) ?? client.name;
  return new OverRequest({ again, app: { client: name, url } });
}

function write({ handle, clientId, query }: Kept, { cookies }: Pick<Dependencies, "cookies">, call: Call): void {
  const values = [query, ""].map((sent) => {
    const text = new URLSearchParams({ handle, client: clientId, query: sent }).toString();
    return Buffer.from(text).toString("base64url");
  });
  const value = values.find(({ length }) => length <= LONGEST);
  if (value !== undefined) cookies.setLastRequest(call.res, value);
}

/** Anyone can write a cookie: its client is looked up, and its query is checked like that of any request. */
function read({ cookies }: Pick<Dependencies, "cookies">, call: Call): Kept {
  const kept = new URLSearchParams(Buffer.from(cookies.lastRequest(call.req) ?? "", "base64url").toString());
  return { handle: kept.get("handle") ?? "", clientId: kept.get("client") ?? "", query: kept.get("query") ?? "" };
}
