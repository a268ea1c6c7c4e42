/** Finds the addresses of an issuer: RFC 8414 §3, OpenID Connect Discovery §4. */
import { fetchJson } from "./json-document.ts";
import { isRecord } from "./signature-keys.ts";

const ADDRESSES = ["jwks_uri", "introspection_endpoint"] as const;

type AddressName = (typeof ADDRESSES)[number];

/**
 * Returns an address of an issuer's metadata. Throws if no document comes in time (3 s each), the document belongs to
 * another issuer, or has no such address.
 */
export async function discover(issuer: string, name: AddressName): Promise<string> {
  const failures: unknown[] = [];
  for (const url of documentsOf(issuer)) {
    try {
      return addressIn(await fetchJson(url), issuer, name);
    } catch (err) {
      failures.push(err);
    }
  }
  throw new AggregateError(failures, `${issuer} has no metadata with ${name}`);
}

/** RFC 8414 §3.1: inserted before the path of the issuer; OIDC Discovery §4: appended to it. */
function documentsOf(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ];
}

function addressIn(document: unknown, issuer: string, name: AddressName): string {
  if (!isRecord(document)) throw new Error("the metadata is not an object");
  // RFC 8414 §3.3: the document must name exactly the requested issuer.
  if (document.issuer !== issuer) throw new Error("the metadata belongs to another issuer");
  const address = document[name];
  if (typeof address !== "string") throw new Error(`the metadata has no ${name}`);
  return address;
}
