/** The metadata of a client that registers itself: RFC 7591 §2 and §3.1, OIDC Registration §3.1, RFC 7592 §2.2. */
import { z } from "zod";
import { ProtocolError } from "../../errors.ts";
import { isMembershipScope } from "../../people/claims/claims.ts";
import { reasonOf } from "../../text/reason.ts";
import { displayName } from "../../text/visible.ts";
import { isServiceClient } from "../client.ts";
import { checkTogether, withDefaults } from "../metadata/client-metadata.ts";
import { gatherLocalized } from "../metadata/localized-metadata.ts";
import type { OwnAddresses } from "../metadata/redirect-uri-registration.ts";
import { isWeakerProfile } from "../profile.ts";
import { scopeNames } from "../record/client-record.ts";
import type { Profile } from "../record/registered-values.ts";
import { type Members, registrationShape, withoutOperators } from "./registration-shape.ts";

export interface RegistrationContext extends OwnAddresses {
  /** The existing scopes: a client cannot be registered for another one. */
  readonly scopes: readonly string[];
  /** Whether UserInfo responses can be signed and encrypted here. */
  readonly userinfoJwt: boolean;
  /** The ways in which clients can use certificates here; none if mutual TLS is off. */
  readonly certificates?: CertificateUse | undefined;
}

export interface CertificateUse {
  /** Whether there are authorities that certificates may come from, so `tls_client_auth` is possible. */
  readonly hasAnchors: boolean;
}

// RFC 7591 §2 allows us to ignore unknown members. A client that sends these members relies on them: it would not
// expect ignored claims of a software statement (§2.3). So they are refused.
const NOT_SUPPORTED = ["software_statement"];
/** Supported if this deployment can make such answers. */
const OF_USERINFO_RESPONSES = [
  "userinfo_signed_response_alg",
  "userinfo_encrypted_response_alg",
  "userinfo_encrypted_response_enc",
];
const SWITCH_OF_CERTIFICATES = "tls_client_certificate_bound_access_tokens";

interface Registrable {
  readonly scopes: readonly string[];
  readonly profile: Profile;
  readonly own: OwnAddresses;
}

function registrationMetadata({ scopes, profile, own }: Registrable) {
  const shape = z
    .object({
      ...registrationShape,
      // Architecture, "Client profiles": the OpenID Connect standards apply, unless the client asks for stricter rules.
      profile: registrationShape.profile.unwrap().default(profile),
      client_name: displayName.optional(),
      scope: scopeNames.optional(),
    })
    .superRefine((metadata, context) => checkTogether(metadata, own, context, false))
    .transform(({ client_name, scope, ...metadata }) => ({
      ...metadata,
      // RFC 7591 §2: a name is not required. The host that receives the answers is at least true.
      client_name: client_name ?? nameOf(metadata),
      scope: registeredScope(scope, metadata.grant_types, scopes),
    }));
  return z.preprocess((given) => withDefaults(given, profile), shape);
}

export type RegistrationMetadata = z.output<ReturnType<typeof registrationMetadata>>;

/** Parses the metadata of registrations. Make one for a deployment: zod compiles a schema at its first use. */
export interface RegistrationParser {
  /**
   * The metadata of a registration request. Unknown members are ignored (RFC 7591 §2), among them those that would give
   * a client more rights. Throws `invalid_redirect_uri` or `invalid_client_metadata`.
   *
   * @param body a JSON value as received
   */
  parse(body: unknown): RegistrationMetadata;
  /**
   * The update that replaces the whole registration (RFC 7592 §2.2). Throws like `parse`. Also throws if the body names
   * another client, sets a member that only we set, or has a profile with weaker rules than the client has.
   */
  parseReplacement(body: unknown, of: ReplacedClient): Replacement;
}

export function registrationParser({
  scopes,
  userinfoJwt,
  certificates,
  ...own
}: RegistrationContext): RegistrationParser {
  const schemas = new Map<Profile, ReturnType<typeof registrationMetadata>>();
  const unsupported = userinfoJwt ? NOT_SUPPORTED : [...NOT_SUPPORTED, ...OF_USERINFO_RESPONSES];

  /** @param profile the default for a client that names none */
  const parse = (body: unknown, profile: Profile): RegistrationMetadata => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) {
      throw invalidMetadata("the body", "an object");
    }
    assertSupported(body, unsupported);
    assertCertificates(body, certificates);

    const schema = schemas.get(profile) ?? registrationMetadata({ scopes, profile, own });
    schemas.set(profile, schema);
    const parsed = schema.safeParse(gatherLocalized(withoutOperators(body)), { reportInput: true });
    if (parsed.success) return parsed.data;
    throw metadataError(parsed.error);
  };

  return {
    parse: (body) => parse(body, "oidc"),
    parseReplacement(body, { clientId, profile, isOwnSecret }) {
      const metadata = parse(body, profile);
      if (isWeakerProfile(metadata.profile, profile)) {
        throw invalidMetadata("profile", "that of this client, or a stricter one");
      }
      return { metadata, secret: ownSecret(body as object, clientId, isOwnSecret) };
    },
  };
}

function assertSupported(body: object, unsupported: readonly string[]): void {
  for (const name of unsupported) {
    if (Object.hasOwn(body, name)) throw invalidMetadata(name, "left out: it is not supported");
  }
}

/** Throws if the client relies on certificates in a way that is not possible here. */
function assertCertificates(body: object, certificates: CertificateUse | undefined): void {
  const { token_endpoint_auth_method: method, [SWITCH_OF_CERTIFICATES]: isBound = false } = body as Record<
    string,
    unknown
  >;
  if (certificates === undefined && isBound !== false) {
    throw invalidMetadata(SWITCH_OF_CERTIFICATES, "left out: it is not supported");
  }
  const isPossible = method === "tls_client_auth" ? certificates?.hasAnchors === true : certificates !== undefined;
  if ((method === "tls_client_auth" || method === "self_signed_tls_client_auth") && !isPossible) {
    throw invalidMetadata("token_endpoint_auth_method", "a supported method");
  }
}

// RFC 7592 §2.2: only we set these.
const SERVER_MADE = [
  "registration_access_token",
  "registration_client_uri",
  "client_secret_expires_at",
  "client_id_issued_at",
];

/** An update: the whole registration from now on, and the client's secret if the update contained it. */
export interface Replacement {
  readonly metadata: RegistrationMetadata;
  readonly secret: string | undefined;
}

/** The client whose registration is replaced. */
export interface ReplacedClient {
  readonly clientId: string;
  /** What the client has now. */
  readonly profile: Profile;
  /** Whether a value is the client's secret. */
  readonly isOwnSecret: (secret: string) => boolean;
}

/** The secret that an update contained. Throws if the update contains a member that it must not contain. */
function ownSecret(body: object, clientId: string, isOwnSecret: ReplacedClient["isOwnSecret"]): string | undefined {
  const sent = new Map<string, unknown>(Object.entries(body));
  if (sent.get("client_id") !== clientId) throw invalidMetadata("client_id", "that of this client");
  const secret = sent.get("client_secret");
  if (secret !== undefined && !(typeof secret === "string" && isOwnSecret(secret))) {
    throw invalidMetadata("client_secret", "that of this client, or left out");
  }
  for (const name of SERVER_MADE) if (sent.has(name)) throw invalidMetadata(name, "left out: it is not for the client");
  return secret;
}

const invalidMetadata = (name: string, expected: string) =>
  new ProtocolError("invalid_client_metadata", `${name} must be ${expected}`);

/** RFC 7591 §3.2.2: names the wrong member and, if the rule is ours, the rule; never the value. */
function metadataError({ issues: [issue] }: z.ZodError): ProtocolError {
  // In a member with a language tag, the tag itself may be wrong.
  const [member, tagged] = issue?.path ?? [];
  const name = member === "localized" ? `${String(tagged)} with a language tag` : String(member);
  const reason = issue === undefined ? "is malformed" : reasonOf(issue);
  // A value that is missing within a member is named by our schema. Only a language tag would be one that was sent.
  const isNamed = reason === "is missing" && member !== "localized";
  const subject = isNamed ? (issue?.path ?? []).join(".") : name;
  const code = name === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata";
  return new ProtocolError(code, `${subject} ${reason}`, issue?.path.join("."));
}

function nameOf({ redirect_uris: [redirectUri], grant_types }: Pick<Members, "redirect_uris" | "grant_types">): string {
  if (redirectUri === undefined) return grant_types.join(" ");
  const { host, protocol } = new URL(redirectUri);
  return /^https?:$/.test(protocol) ? host : protocol;
}

// RFC 7591 §2: without a scope, a default set. Scopes that outlive the session are included only for clients that can
// use them, and what a person belongs to is for clients that ask for it.
function registeredScope(asked: string | undefined, grantTypes: readonly string[], scopes: readonly string[]): string {
  // All these scopes are about people, and no person signs in to such a client.
  if (isServiceClient(grantTypes)) return "";
  const isUsual = (scope: string) => scope !== "offline_access" || grantTypes.includes("refresh_token");
  const usual = scopes.filter((scope) => isUsual(scope) && !isMembershipScope(scope));
  const wanted = new Set(asked?.split(" ") ?? usual);
  return scopes.filter((scope) => wanted.has(scope)).join(" ");
}
