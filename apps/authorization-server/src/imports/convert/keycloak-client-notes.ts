/** What is different for a client that comes from Keycloak. */
import { record, textIn } from "./converted.ts";
import {
  algorithmsOf,
  attributesOf,
  demandsPkce,
  frontchannelOf,
  hasCodeFlow,
  methodOf,
  redirectUrisOf,
  scopesOf,
  signInMembers,
  unknownScopesOf,
} from "./keycloak-client.ts";

type Members = Readonly<Record<string, unknown>>;

/** What is different here, and what does not come along, each with what to do. */
export function notesOn(client: Members): readonly string[] {
  const attributes = attributesOf(client);
  const { redirectUris } = redirectUrisOf(client);
  const isSignIn = hasCodeFlow(client);
  const front = frontchannelOf(client, redirectUris);
  const members = isSignIn ? signInMembers(client, redirectUris) : {};
  return [
    ...(isSignIn && client.publicClient === true && !demandsPkce(client)
      ? ["it has to send a code_challenge here (PKCE), as every client without a secret"]
      : []),
    ...(isSignIn && !scopesOf(client).includes("offline_access")
      ? ["it gets no refresh token here, because offline_access is not among its scopes"]
      : []),
    ...("redirect_uri_exceptions" in members
      ? [`redirect_uri_exceptions is ${String(members.redirect_uri_exceptions)}: remove it when it is not needed`]
      : []),
    ...(client.directAccessGrantsEnabled === true ? ["it may ask for passwords itself in Keycloak, and not here"] : []),
    ...(client.implicitFlowEnabled === true ? ["the implicit flow is left out"] : []),
    ...(front?.isTaken === false
      ? [`its front-channel logout address ${front.uri} is left out: it is not of the origin of a redirect URI`]
      : []),
    ...algorithmsOf(attributes, methodOf(client)).left.map(
      ({ member, alg }) => `${member} ${alg} is not supported: the default is used`,
    ),
    ...unknownScopesOf(client).map((scope) => `its scope ${scope} is left out: an API here has scopes of its own`),
    ...mappersOf(client).map((mapper) => `its mapper ${mapper} is left out: see claim-mapping.md`),
    ...LEFT_OUT.filter(([pattern]) => Object.keys(attributes).some((name) => pattern.test(name))).map(
      ([, note]) => note,
    ),
    ...(Object.keys(record(client.authenticationFlowBindingOverrides) ?? {}).length > 0
      ? ["its own authentication flow is left out: required_acr says how strong a sign-in has to be"]
      : []),
  ];
}

const mappersOf = ({ protocolMappers }: Members): readonly string[] =>
  (Array.isArray(protocolMappers) ? protocolMappers : []).flatMap((mapper) => textIn(record(mapper)?.name) ?? []);

const LEFT_OUT = [
  [/^access\.token\.lifespan$/, "the lifetime of its tokens is left out: the resource server decides it here"],
  [/^client\.(?:session|offline)\./, "the lifetimes of its sessions are left out: those of the deployment count"],
  [/^(?:acr\.loa\.map|default\.acr\.values|minimum\.acr\.value)$/, "its levels of authentication are left out"],
  [
    /^(?:id\.token|user\.info)\.(?:encrypted\.)?response\.(?:enc|encryption)/,
    "encryption is left out: it needs its keys",
  ],
] as const;
