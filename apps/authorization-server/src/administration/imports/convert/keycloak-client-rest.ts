/** Settings of a client of Keycloak that have no counterpart of their own, each with what there is instead. */
import { record } from "./converted.ts";
import { attributesOf, hasCodeFlow, listsOf, scopesHere } from "./keycloak-client.ts";

type Members = Readonly<Record<string, unknown>>;

const REST: readonly (readonly [RegExp, string])[] = [
  [/^access\.token\.lifespan$/, "the lifetime of its tokens is left out: the resource server decides it here"],
  [/^access\.token\.signed\.response\.alg$/, "the algorithm of its access tokens is left out: all have the same here"],
  [/^client\.(?:session|offline)\./, "the lifetimes of its sessions are left out: those of the deployment count"],
  [
    /^(?:acr\.loa\.map|default\.acr\.values|minimum\.acr\.value)$/,
    "its levels of authentication are left out: required_acr and default_acr_values say them here",
  ],
  [
    /^(?:id\.token|user\.info|authorization)\.encrypted\.response\.|^request\.object\.encryption\./,
    "encryption is left out: it needs its keys, and the members that end with encrypted_response_alg",
  ],
  [/^request\.object\.required$/, "its demand for request objects is left out: set require_signed_request_object"],
  [/^login_theme$/, "its theme is left out: accent_light and accent_dark are its colors here"],
  [/^logoUri$/, "its logo is left out: set a picture in the console"],
];
/** Values by which Keycloak says that nothing was set. */
const UNSET = new Set(["", "any", "not required", "{}", null]);

/** Scopes that a realm has from the beginning, and that have no counterpart or need none. */
const BUILT_IN = new Set(["acr", "basic", "microprofile-jwt", "openid", "organization", "service_account"]);
BUILT_IN.add("web-origins");

export function leftOutOf(client: Members): readonly string[] {
  const set = Object.entries(attributesOf(client)).filter(([, value]) => !UNSET.has(value as string | null));
  return [
    ...(hasCodeFlow(client) ? scopes(client) : []),
    ...REST.filter(([pattern]) => set.some(([name]) => pattern.test(name))).map(([, note]) => note),
    ...(Object.keys(record(client.authenticationFlowBindingOverrides) ?? {}).length > 0
      ? ["its own authentication flow is left out: required_acr says how strong a sign-in has to be"]
      : []),
  ];
}

function scopes(client: Members): readonly string[] {
  const lists = listsOf(client);
  const others = (lists ?? []).filter((scope) => !(BUILT_IN.has(scope) || scope === "roles" || scopesHere.has(scope)));
  return [
    ...(lists === undefined || lists.includes("roles")
      ? ["realm_access and resource_access are left out of its tokens: see roles.md for the claim roles"]
      : []),
    ...others.map((scope) => `its scope ${scope} is left out: an API here has scopes of its own`),
  ];
}
