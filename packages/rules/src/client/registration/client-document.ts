/**
 * Client ID metadata documents (draft-ietf-oauth-client-id-metadata-document-02): a client whose `client_id` is the URL
 * of its own metadata. Which URLs can be such an id, and what a document must say.
 */
import { ProtocolError } from "../../errors.ts";
import {
  hasDotSegments,
  isLocalHost,
  isRegistrableRedirectUri,
  type RedirectUriContext,
  URI_CHARACTERS,
} from "../metadata/redirect-uri-registration.ts";
import { type RegistrationContext, type RegistrationMetadata, registrationParser } from "./registration.ts";
import { isDocumentUrl } from "./self-registered.ts";

const LONGEST_URL = 512;

/**
 * Returns why a URL cannot be the id of a client, or `undefined` (§3). Stricter than the draft: no query, and no other
 * spelling than the one that a URL parser writes, so that one document has one id.
 */
export function documentUrlProblem(clientId: string): string | undefined {
  if (clientId.length > LONGEST_URL) return "is too long";
  if (!isDocumentUrl(clientId)) return "is not https";
  if (!URI_CHARACTERS.test(clientId)) return "has characters that a URI cannot have";
  if (clientId.includes("#")) return "has a fragment";
  if (clientId.includes("?")) return "has a query";
  const url = URL.parse(clientId);
  if (url === null) return "is not a URL";
  if (url.username !== "" || url.password !== "") return "has userinfo";
  // The same host with a dot at its end would be the id of another client.
  if (url.hostname.endsWith(".")) return "has a host that ends with a dot";
  if (hasDotSegments(clientId)) return "has dot segments in its path";
  // A URL without a path is written with one, too.
  return url.href === clientId ? undefined : "is not written as it is parsed, with a path";
}

/** The host that people see as the origin of a document client. */
export const hostOfDocument = (clientId: string): string => new URL(clientId).host;

// Each of these would make us call or show an address, or give the client more than one document can vouch for. A
// client can publish them for other servers, so they are ignored (§8.6).
const IGNORED = new Set([
  ...["client_id", "profile", "application_type", "response_types", "grant_types"],
  ...["sector_identifier_uri", "subject_type", "request_uris", "initiate_login_uri", "post_logout_redirect_uris"],
  ...["backchannel_logout_uri", "backchannel_logout_session_required"],
  ...["frontchannel_logout_uri", "frontchannel_logout_session_required"],
  ...["backchannel_token_delivery_mode", "backchannel_client_notification_endpoint"],
  ...["logo_uri", "required_acr", "authorization_details_types", "identity_providers"],
  ...["accent_light", "accent_dark"],
]);
/** Links for people. Those on another host would lend the client the good name of that host. */
const LINKS = new Set(["client_uri", "policy_uri", "tos_uri"]);
const GRANTS = ["authorization_code", "refresh_token"];
const METHODS: readonly unknown[] = ["none", "private_key_jwt"];

/** Parses documents. Make one for a deployment, as for registrations. */
export interface ClientDocumentParser {
  /**
   * The metadata of the client with this id. The rules are those of a registration, and those of §4 and §8: the
   * document names its own URL, it has a name, redirect URIs of its own host or of the person's device, and no secret.
   * Every such client has the profile `oauth21` and is treated as a native one. Throws `invalid_client_metadata` or
   * `invalid_redirect_uri`.
   *
   * @param document a JSON value as received
   */
  parse(clientId: string, document: unknown): RegistrationMetadata;
}

export function clientDocumentParser(context: RegistrationContext): ClientDocumentParser {
  const parser = registrationParser(context);
  return {
    parse(clientId, document) {
      if (typeof document !== "object" || document === null || Array.isArray(document)) {
        throw new ProtocolError("invalid_client_metadata", "the document is not a JSON object");
      }
      const given = new Map<string, unknown>(Object.entries(document));
      const method = assertOwn(clientId, given);
      const metadata = parser.parse({
        ...Object.fromEntries([...given].filter(([name, value]) => isUsed(name, value, clientId))),
        redirect_uris: usableIn(given.get("redirect_uris"), { ...context, isPublic: method === "none" }),
        profile: "oauth21",
        application_type: "native",
        response_types: ["code"],
        grant_types: grantTypesIn(given.get("grant_types")),
        token_endpoint_auth_method: method,
      });
      assertSameHost(clientId, metadata.redirect_uris);
      return metadata;
    },
  };
}

/** Checks what a document says in addition to the members of a registration. Returns its authentication method. */
function assertOwn(clientId: string, given: ReadonlyMap<string, unknown>): unknown {
  // §4: compared character by character.
  if (given.get("client_id") !== clientId)
    throw new ProtocolError("invalid_client_metadata", "client_id is not the URL of the document");
  if (typeof given.get("client_name") !== "string")
    throw new ProtocolError("invalid_client_metadata", "client_name must be a string");
  // §4.1: every caller can read the document.
  for (const name of ["client_secret", "client_secret_expires_at"]) {
    if (given.has(name)) throw new ProtocolError("invalid_client_metadata", `${name} must not be in a document`);
  }
  // The default of a registration is a secret, which such a client cannot have.
  const method = given.get("token_endpoint_auth_method") ?? "none";
  if (!METHODS.includes(method))
    throw new ProtocolError("invalid_client_metadata", "token_endpoint_auth_method must be none or private_key_jwt");
  return method;
}

function isUsed(name: string, value: unknown, clientId: string): boolean {
  if (IGNORED.has(name)) return false;
  const [member = name, tag] = name.split("#");
  if (!LINKS.has(member)) return true;
  return tag === undefined && typeof value === "string" && URL.parse(value)?.host === hostOfDocument(clientId);
}

// Documents are written for many servers. A grant that such a client cannot have here is not a mistake.
function grantTypesIn(given: unknown): unknown {
  return Array.isArray(given) ? GRANTS.filter((type) => given.includes(type)) : given;
}

// A document is written for many servers, and some know other rules. What cannot be used here is left out, so a request
// for it is refused as for any other that is not registered. If nothing is left, the document is refused.
function usableIn(given: unknown, own: Omit<RedirectUriContext, "applicationType">): unknown {
  if (!Array.isArray(given)) return given;
  const isUsable = (uri: unknown) =>
    typeof uri !== "string" || isRegistrableRedirectUri(uri, { ...own, applicationType: "native" }) === undefined;
  const usable = given.filter(isUsable);
  return usable.length === 0 ? given : usable;
}

// The name of the host is all that a person can judge such a client by.
function assertSameHost(clientId: string, redirectUris: readonly string[]): void {
  for (const uri of redirectUris) {
    const { protocol, host, hostname } = new URL(uri);
    const isElsewhere = /^https?:$/.test(protocol) && !isLocalHost(hostname) && host !== hostOfDocument(clientId);
    if (!isElsewhere) continue;
    throw new ProtocolError("invalid_redirect_uri", "redirect_uris must be on the host of the document", uri);
  }
}
