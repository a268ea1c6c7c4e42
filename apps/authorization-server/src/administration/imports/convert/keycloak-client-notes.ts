/** What is different for a client that comes from Keycloak, and what does not come along. */
import { textIn } from "./converted.ts";
import {
  algorithmsOf,
  attributesOf,
  demandsPkce,
  frontchannelOf,
  grantsOf,
  hasCodeFlow,
  linksOf,
  membersOf,
  methodOf,
  redirectUrisOf,
  scopesOf,
  signInMembers,
} from "./keycloak-client.ts";
import { leftOutOf } from "./keycloak-client-rest.ts";
import { mapperNotesOf } from "./keycloak-mappers.ts";

type Members = Readonly<Record<string, unknown>>;

export interface ClientNotes {
  /** What is different here, and what to do. */
  readonly changed: readonly string[];
  /** What does not come along, and what to do instead. */
  readonly left: readonly string[];
}

export const notesOn = (client: Members): ClientNotes =>
  client.protocol === "saml"
    ? { changed: [], left: [] }
    : {
        changed: [...credentials(client), ...(hasCodeFlow(client) ? signIns(client) : [])],
        left: [
          ...flows(client),
          ...addresses(client),
          ...algorithms(client),
          ...mapperNotesOf(client),
          ...leftOutOf(client),
        ],
      };

const OF_SECRETS = new Set(["client_secret_basic", "client_secret_jwt"]);

const credentials = (client: Members): readonly string[] => [
  ...(OF_SECRETS.has(methodOf(client) ?? "")
    ? ["it gets another secret: set it where the application has the old one"]
    : []),
];

function signIns(client: Members): readonly string[] {
  const { redirectUris } = redirectUrisOf(client);
  const { redirect_uri_exceptions: exceptions } = signInMembers(client, redirectUris);
  return [
    ...(client.publicClient === true && !demandsPkce(client)
      ? ["it has to send a code_challenge here (PKCE), as every client without a secret"]
      : []),
    ...(exceptions === undefined
      ? []
      : [`redirect_uri_exceptions is ${String(exceptions)}: remove it when it is not needed`]),
    ...(grantsOf(client).includes("refresh_token") ? [refreshOf(client)] : []),
  ];
}

const refreshOf = (client: Members): string =>
  scopesOf(client).includes("offline_access")
    ? "it gets a refresh token only if it asks for the scope offline_access"
    : "it gets no refresh token here, because offline_access is not among its scopes: add it if it needs one";

const isTrue = (value: unknown) => value === true || value === "true";

const flows = (client: Members): readonly string[] => {
  const attributes = attributesOf(client);
  const found: readonly (readonly [unknown, string])[] = [
    [client.directAccessGrantsEnabled, "it may ask for passwords itself in Keycloak, and not here: use the code flow"],
    [client.implicitFlowEnabled, "the implicit flow is left out: use the code flow"],
    [attributes["oauth2.device.authorization.grant.enabled"], "the device flow is left out: there is none here"],
    [attributes["oidc.ciba.grant.enabled"], "sign-ins that it starts itself (CIBA) are left out: there are none here"],
    [attributes["standard.token.exchange.enabled"], "token exchange is left out: add exchange policies"],
    [client.authorizationServicesEnabled, "its permissions (authorization services) are left out: see roles.md"],
    [client.serviceAccountsEnabled, "the roles of its service account are left out: give it scopes of an API"],
  ];
  return found.flatMap(([value, note]) => (isTrue(value) ? [note] : []));
};

function addresses(client: Members): readonly string[] {
  const front = frontchannelOf(client, redirectUrisOf(client).redirectUris);
  const isPushed = textIn(client.adminUrl) !== undefined && !textIn(attributesOf(client)["backchannel.logout.url"]);
  const links = linksOf(client).filter(([member]) => !(member in membersOf(client)));
  return [
    ...links.map(([member, uri]) => `its ${member} ${uri} is left out: it is not https`),
    ...(front?.isTaken === false
      ? [`its front-channel logout address ${front.uri} is left out: it is not of the origin of a redirect URI`]
      : []),
    ...(isPushed
      ? ["its admin URL is left out: if it gets sign-outs there, set backchannel_logout_uri to an address for them"]
      : []),
  ];
}

const algorithms = (client: Members): readonly string[] =>
  algorithmsOf(attributesOf(client), methodOf(client)).left.map(
    ({ member, alg }) => `${member} ${alg} is not supported: the default is used`,
  );
