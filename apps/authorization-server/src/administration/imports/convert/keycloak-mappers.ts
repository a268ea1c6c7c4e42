/** Mappers of a client of Keycloak: those whose claim is here without one, and the others by name. */
import { userClaims } from "@countersign/rules";
import { record, textIn } from "./converted.ts";

type Members = Readonly<Record<string, unknown>>;

const listed = ({ protocolMappers }: Members): readonly Members[] =>
  (Array.isArray(protocolMappers) ? protocolMappers : []).map((mapper) => record(mapper) ?? {});

const STANDARD: ReadonlySet<unknown> = new Set(["sub", "preferred_username", ...Object.keys(userClaims.shape)]);
/** Mappers of users' own properties, whose values are here too. */
const OF_PROPERTIES = new Set([
  "oidc-usermodel-property-mapper",
  "oidc-usermodel-attribute-mapper",
  "oidc-full-name-mapper",
  "oidc-address-mapper",
  "oidc-sub-mapper",
]);
/** Claims of the client itself in the tokens of its service account. */
const OF_SERVICES = new Set(["clientId", "client_id", "clientHost", "clientAddress"]);
const PAIRWISE = "oidc-sha256-pairwise-sub-mapper";

/** What there is here for a kind of mapper. */
const INSTEAD: Readonly<Record<string, string>> = {
  "oidc-audience-mapper": "add a resource server with this audience, and its scopes to the client",
  "oidc-group-membership-mapper": "users' groups are the claim groups of the scope groups, or see claim-mapping.md",
  "oidc-usermodel-realm-role-mapper": "users' roles are the claim roles of the scope roles: see roles.md",
  "oidc-usermodel-client-role-mapper": "users' roles are the claim roles of the scope roles: see roles.md",
  "oidc-hardcoded-claim-mapper": "see claim-mapping.md",
};
const ANY = "see claim-mapping.md, or hooks.md for a value that another system knows";

export function mapperNotesOf(client: Members): readonly string[] {
  return listed(client).flatMap((mapper) => {
    const { name, protocolMapper } = mapper;
    if (isHere(mapper)) return [];
    const instead = INSTEAD[String(protocolMapper)] ?? ANY;
    return [`its mapper ${textIn(name) ?? String(protocolMapper)} is left out: ${instead}`];
  });
}

function isHere({ protocolMapper, config }: Members): boolean {
  const claim = record(config)?.["claim.name"];
  const kind = String(protocolMapper);
  if (kind === "oidc-full-name-mapper" || kind === "oidc-address-mapper" || kind === PAIRWISE) return true;
  if (kind === "oidc-usersessionmodel-note-mapper") return OF_SERVICES.has(String(claim));
  return OF_PROPERTIES.has(kind) && STANDARD.has(claim);
}

/** Whether people have other subjects at each host, and the document that lists the hosts of one. */
export function pairwiseOf(client: Members): Members {
  const mapper = listed(client).find(({ protocolMapper }) => protocolMapper === PAIRWISE);
  const uri = textIn(record(mapper?.config)?.sectorIdentifierUri);
  return mapper === undefined
    ? {}
    : { subject_type: "pairwise", ...(uri === undefined ? {} : { sector_identifier_uri: uri }) };
}
