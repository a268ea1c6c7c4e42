/** What a client may say when it registers itself: RFC 7591 §2 and §3.1, OIDC Registration §3.1, RFC 7592 §2.2. */
import { z } from "zod";
import { ProtocolError } from "../errors.ts";
import { isServiceClient } from "./client.ts";
import { checkTogether, type Members, registrationShape, withServiceDefaults } from "./client-metadata.ts";
import { scopeNames } from "./client-record.ts";
import { gatherLocalized } from "./localized-metadata.ts";
import { displayName } from "./metadata-values.ts";
import { isWeakerProfile } from "./profile.ts";
import type { OwnAddresses } from "./redirect-uri-registration.ts";
import type { AvailableProfile } from "./registered-values.ts";

export interface RegistrationContext extends OwnAddresses {
  /** The scopes that exist: a client is registered for no other. */
  readonly scopes: readonly string[];
  /** Whether UserInfo responses can be signed and encrypted here. */
  readonly userinfoJwt: boolean;
}

// RFC 7591 §2 lets us ignore what we do not know. Of these we know that a client which sends them relies on them: an
// answer that is not encrypted would be a surprise, and so would claims of a software statement (§2.3) that count for
// nothing.
const NOT_SUPPORTED = [
  "software_statement",
  "authorization_signed_response_alg",
  "authorization_encrypted_response_alg",
  "authorization_encrypted_response_enc",
  "introspection_signed_response_alg",
  "introspection_encrypted_response_alg",
  "introspection_encrypted_response_enc",
];
/** Supported where this deployment can make such answers. */
const OF_USERINFO_RESPONSES = [
  "userinfo_signed_response_alg",
  "userinfo_encrypted_response_alg",
  "userinfo_encrypted_response_enc",
];
const NOT_SUPPORTED_SWITCHES = [
  "require_signed_request_object",
  "require_pushed_authorization_requests",
  "tls_client_certificate_bound_access_tokens",
  "dpop_bound_access_tokens",
];

function registrationMetadata({
  scopes,
  profile,
  own,
}: {
  scopes: readonly string[];
  profile: AvailableProfile;
  own: OwnAddresses;
}) {
  const shape = z
    .object({
      ...registrationShape,
      // Architecture, "Client profiles": what the standards of OpenID Connect say, unless the client asks for stricter.
      profile: registrationShape.profile.unwrap().default(profile),
      client_name: displayName.optional(),
      scope: scopeNames.optional(),
    })
    .superRefine((metadata, context) => checkTogether(metadata, own, context))
    .transform(({ client_name, scope, ...metadata }) => ({
      ...metadata,
      // RFC 7591 §2: a name is not required. The place where answers go is at least a true one.
      client_name: client_name ?? nameOf(metadata),
      scope: registeredScope(scope, metadata.grant_types, scopes),
    }));
  return z.preprocess(withServiceDefaults, shape);
}

export type RegistrationMetadata = z.output<ReturnType<typeof registrationMetadata>>;

/** Reads what clients say of themselves. Made once for a deployment: zod compiles a schema at its first use. */
export interface RegistrationParser {
  /**
   * The metadata of a registration request. Members that nobody defined are ignored (RFC 7591 §2), among them those
   * that would make a client more than it is. Throws `invalid_redirect_uri` or `invalid_client_metadata`.
   *
   * @param body a JSON value as it came
   */
  parse(body: unknown): RegistrationMetadata;
  /**
   * The update that replaces all that was registered (RFC 7592 §2.2). Throws like `parse`, for a body that names
   * another client or wants to set what only we set, and for a profile with weaker rules than the client has.
   */
  parseReplacement(body: unknown, of: ReplacedClient): Replacement;
}

export function registrationParser({ scopes, userinfoJwt, ...own }: RegistrationContext): RegistrationParser {
  const schemas = new Map<AvailableProfile, ReturnType<typeof registrationMetadata>>();
  const unsupported = userinfoJwt ? NOT_SUPPORTED : [...NOT_SUPPORTED, ...OF_USERINFO_RESPONSES];

  /** @param profile of a client that says none */
  const parse = (body: unknown, profile: AvailableProfile): RegistrationMetadata => {
    if (typeof body !== "object" || body === null || Array.isArray(body)) {
      throw invalidMetadata("the body", "an object");
    }
    assertSupported(body, unsupported);

    const schema = schemas.get(profile) ?? registrationMetadata({ scopes, profile, own });
    schemas.set(profile, schema);
    const parsed = schema.safeParse(gatherLocalized(body));
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
  for (const name of NOT_SUPPORTED_SWITCHES) {
    if (Object.hasOwn(body, name) && (body as Record<string, unknown>)[name] !== false) {
      throw invalidMetadata(name, "left out: it is not supported");
    }
  }
}

// RFC 7592 §2.2: these are ours to say.
const SERVER_MADE = [
  "registration_access_token",
  "registration_client_uri",
  "client_secret_expires_at",
  "client_id_issued_at",
];

/** An update: all that is registered from now on, and the client's secret where it sent that along. */
export interface Replacement {
  readonly metadata: RegistrationMetadata;
  readonly secret: string | undefined;
}

/** The client whose registration is replaced. */
export interface ReplacedClient {
  readonly clientId: string;
  /** What the client has now. */
  readonly profile: AvailableProfile;
  /** Whether a value is the client's secret. */
  readonly isOwnSecret: (secret: string) => boolean;
}

/** The secret that an update sent along. Throws for what an update may not say. */
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

/** RFC 7591 §3.2.2: the member that is wrong and, where the rule is one of ours, the rule; never the value. */
function metadataError({ issues: [issue] }: z.ZodError): ProtocolError {
  // A member with a language tag: the tag may be what is wrong with it.
  const [member, tagged] = issue?.path ?? [];
  const name = member === "localized" ? `${String(tagged)} with a language tag` : String(member);
  const reason = issue?.code === "custom" ? issue.message : "is missing or malformed";
  const code = name === "redirect_uris" ? "invalid_redirect_uri" : "invalid_client_metadata";
  return new ProtocolError(code, `${name} ${reason}`, issue?.path.join("."));
}

function nameOf({ redirect_uris: [redirectUri], grant_types }: Pick<Members, "redirect_uris" | "grant_types">): string {
  if (redirectUri === undefined) return grant_types.join(" ");
  const { host, protocol } = new URL(redirectUri);
  return host === "" ? protocol : host;
}

// RFC 7591 §2: without a scope, a default set. What outlives the session is in it only for who can use it.
function registeredScope(asked: string | undefined, grantTypes: readonly string[], scopes: readonly string[]): string {
  // All of these are about people, and such a client has none to ask about.
  if (isServiceClient(grantTypes)) return "";
  const usual = scopes.filter((scope) => scope !== "offline_access" || grantTypes.includes("refresh_token"));
  const wanted = new Set(asked?.split(" ") ?? usual);
  return scopes.filter((scope) => wanted.has(scope)).join(" ");
}
