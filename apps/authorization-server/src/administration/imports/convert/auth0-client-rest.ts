/** Settings of an application of Auth0 that do not come along, each with what there is instead. */
import { record, textIn } from "./converted.ts";

type Members = Readonly<Record<string, unknown>>;

/** The grant types that are not here, by a part of their names. */
const GRANTS: readonly (readonly [RegExp, string])[] = [
  [/^implicit$/, "the implicit flow is left out: use the code flow"],
  [/password/, "it may ask for passwords itself at Auth0, and not here: use the code flow"],
  [/device_code$/, "the device flow is left out: there is none here"],
  [/token-exchange/, "token exchange is left out: add exchange policies"],
  [/mfa-|passwordless|webauthn/, "its grants for factors are left out: the sign-in page asks for them here"],
];

const USUAL_LIFETIME = 36_000;

/** @param taken the members that it is registered with */
export function auth0Left(client: Members, taken: Members): readonly string[] {
  const grants = Array.isArray(client.grant_types) ? client.grant_types.map(String) : [];
  return [
    ...GRANTS.filter(([pattern]) => grants.some((grant) => pattern.test(grant))).map(([, note]) => note),
    ...settings(client, taken).flatMap(([isSet, note]) => (isSet ? [note] : [])),
    ...Object.keys(record(client.addons) ?? {}).map((name) => `its add-on ${name} is left out`),
  ];
}

function settings(client: Members, taken: Members): readonly (readonly [boolean, string])[] {
  const { lifetime_in_seconds: lifetime, alg } = record(client.jwt_configuration) ?? {};
  const isService = taken.redirect_uris === undefined;
  const urls = record(client.oidc_logout)?.backchannel_logout_urls;
  return [
    [
      textIn(alg) !== undefined && !isService && taken.id_token_signed_response_alg === undefined,
      `id_token_signed_response_alg ${String(alg)} is not possible for it: the default is used`,
    ],
    [
      typeof lifetime === "number" && lifetime !== USUAL_LIFETIME,
      "the lifetime of its ID tokens is left out: that of the deployment counts",
    ],
    [
      record(client.refresh_token)?.expiration_type === "expiring",
      "the lifetimes of its refresh tokens are left out: those of the deployment count",
    ],
    [Array.isArray(urls) && urls.length > 1, "only the first of its back-channel logout addresses is taken"],
    [
      ["allow", "require"].includes(String(client.organization_usage)),
      "its use of organizations is left out: see organizations.md",
    ],
    [Object.keys(record(client.client_metadata) ?? {}).length > 0, "its metadata are left out: see claim-mapping.md"],
    [client.cross_origin_authentication === true, "sign-in from its own pages is left out: use the code flow"],
    [client.custom_login_page_on === true && textIn(client.custom_login_page) !== undefined, "its page is left out"],
    [textIn(client.logo_uri) !== undefined, "its logo is left out: set a picture in the console"],
    [record(client.encryption_key) !== undefined, "encryption is left out: register its keys"],
    [
      record(client.signed_request_object)?.required === true,
      "its demand for signed requests is left out: set require_signed_request_object and its keys",
    ],
    [
      isService && client.app_type === "non_interactive",
      "the APIs that it may call are left out: give it the scopes of each",
    ],
  ];
}
