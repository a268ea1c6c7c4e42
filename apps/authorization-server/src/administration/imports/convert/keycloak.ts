/** The users of a realm export of Keycloak: `kc.sh export --realm … --users realm_file`. */
import { pbkdf2Sync, randomBytes } from "node:crypto";
import { toBase32 } from "@countersign/rules";
import {
  BY_LINK,
  type Converted,
  type Converter,
  lineOf,
  NotAnExport,
  phcBase64,
  realmIn,
  record,
  textIn,
  within,
} from "./converted.ts";
import { passkeysOf, type RpIds, rpIdsOf, userHandleOf } from "./keycloak-passkeys.ts";
import { leftOf, PERSONAL_ACCOUNT } from "./left.ts";

type Members = Readonly<Record<string, unknown>>;

export const keycloak: Converter = function* (text, { rpId }): Iterable<Converted> {
  const realm = realmIn(text);
  const { users } = realm;
  if (!Array.isArray(users)) throw new NotAnExport("it has no users: export the realm with them");
  const rpIds = rpIdsOf(realm, rpId);
  for (const user of users) yield personOf(record(user) ?? {}, rpIds);
};

function personOf(user: Members, rpIds: RpIds): Converted {
  const [externalId, username] = [textIn(user.id), textIn(user.username)];
  if (externalId === undefined || username === undefined) return { who: "a user", skipped: "has no id or no username" };
  // A client that acts for itself is a user of Keycloak, and none here.
  if (user.serviceAccountClientId !== undefined)
    return { who: username, externalId, skipped: "the account of a client; clients import takes the client" };
  const credentials = (Array.isArray(user.credentials) ? user.credentials : []).map((one) => record(one) ?? {});
  const password = credentials.find(({ type }) => type === "password");
  const passwordHash = password && hashOf(password);
  const apps = credentials.filter(({ type }) => type === "otp");
  const totp = apps.flatMap((app) => appOf(app) ?? []);
  const { passkeys, leftOut } = passkeysOf(credentials, rpIds);
  const others = otherAttributes(user);
  return lineOf({
    externalId,
    username,
    who: username,
    passwordHash,
    claims: claimsOf(user),
    disabled: user.enabled === false,
    createdAt: typeof user.createdTimestamp === "number" ? new Date(user.createdTimestamp) : undefined,
    totp,
    ...(passkeys.length > 0 && { passkeys, userHandle: userHandleOf(externalId) }),
    changed: [typeof password?.value === "string" ? "password: is in clear text there, and a hash here" : undefined],
    left: [
      password !== undefined && passwordHash === undefined
        ? `password: its hash has no known form (${formOf(password)}); ${BY_LINK}`
        : undefined,
      totp.length < apps.length ? `totp: an app has other codes than ours; ${PERSONAL_ACCOUNT}` : undefined,
      leftOut > 0 ? `passkeys: ${leftOut} are not of the RP ID that --rp-id names; ${PERSONAL_ACCOUNT}` : undefined,
      rolesIn(user).length > 0
        ? `roles ${rolesIn(user).join(", ")}: no import assigns them; ${INSTEAD.groups}`
        : undefined,
      others.length > 0
        ? `attributes ${others.join(", ")}: no claim is made of them; ${INSTEAD.attributes}`
        : undefined,
      ...leftOf(user, { read: READ, instead: INSTEAD }),
    ],
  });
}

/** The members that a line is made of, and those that say nothing about the person. */
const READ: ReadonlySet<string> = new Set([
  ...["id", "username", "email", "emailVerified", "firstName", "lastName", "enabled", "createdTimestamp"],
  ...["credentials", "attributes", "realmRoles", "clientRoles", "totp", "origin", "self", "notBefore", "access"],
  ...["disableableCredentialTypes", "serviceAccountClientId", "clientConsents"],
]);

const INSTEAD = {
  attributes: "keep them in the application, or give them to applications by a hook (docs/hooks.md)",
  groups: "assign roles and groups here (docs/roles.md)",
  requiredActions: "users require-password-change asks for another password; a client asks for factors by required_acr",
  federatedIdentities: "set the provider up here (docs/upstream-sign-in.md); users link themselves to it",
  federationLink: "import the users of that directory, or connect it by SCIM (docs/scim.md)",
};

/** The roles that an administrator gave, and not Keycloak itself. */
function rolesIn({ realmRoles, clientRoles }: Members): readonly string[] {
  const ofRealm = (Array.isArray(realmRoles) ? realmRoles : []).filter((role) => !isUsual(role)).map(String);
  const ofClients = Object.entries(record(clientRoles) ?? {}).filter(([client]) => !OWN_CLIENTS.has(client));
  return [...ofRealm, ...ofClients.map(([client]) => `of ${client}`)];
}
const OWN_CLIENTS: ReadonlySet<string> = new Set(["account", "broker"]);

const isUsual = (role: unknown) => typeof role === "string" && /^(?:default-roles-|offline_access$|uma_)/.test(role);

function claimsOf(user: Members): Members {
  const attributes = record(user.attributes) ?? {};
  const attribute = (name: string) => {
    const value = attributes[name];
    return textIn(Array.isArray(value) ? value[0] : value);
  };
  const [given_name, family_name] = [textIn(user.firstName), textIn(user.lastName)];
  const address = Object.fromEntries(
    ADDRESS.flatMap(([name, member]) => {
      const value = attribute(name);
      return value === undefined ? [] : [[member, value]];
    }),
  );
  return {
    email: textIn(user.email),
    email_verified: textIn(user.email) === undefined ? undefined : user.emailVerified === true,
    given_name,
    family_name,
    ...Object.fromEntries(CLAIMS.map(([name, claim]) => [claim, attribute(name)])),
    phone_number_verified:
      attribute("phoneNumber") === undefined ? undefined : attribute("phoneNumberVerified") === "true",
    address: Object.keys(address).length === 0 ? undefined : address,
  };
}

/** The attributes of Keycloak's own mappers, and the claims that they make (OIDC Core §5.1). */
const CLAIMS = [
  ["locale", "locale"],
  ["nickname", "nickname"],
  ["zoneinfo", "zoneinfo"],
  ["phoneNumber", "phone_number"],
  ["middleName", "middle_name"],
  ["profile", "profile"],
  ["website", "website"],
  ["gender", "gender"],
  ["birthdate", "birthdate"],
] as const;
const ADDRESS = [
  ["formatted", "formatted"],
  ["street", "street_address"],
  ["locality", "locality"],
  ["region", "region"],
  ["postal_code", "postal_code"],
  ["country", "country"],
] as const;
const TAKEN: ReadonlySet<string> = new Set(["phoneNumberVerified", ...[...CLAIMS, ...ADDRESS].map(([name]) => name)]);

/** The attributes that no claim is made of. */
const otherAttributes = ({ attributes }: Members): readonly string[] =>
  Object.keys(record(attributes) ?? {}).filter((name) => !TAKEN.has(name));

/** What says the form of a credential: the name of its algorithm, or the names of its members. */
const formOf = (credential: Members): string =>
  textIn(within(credential.credentialData).algorithm) ??
  textIn(credential.algorithm) ??
  Object.keys(credential).join(", ");

const PBKDF2: Readonly<Record<string, string>> = {
  pbkdf2: "pbkdf2-sha1",
  "pbkdf2-sha256": "pbkdf2-sha256",
  "pbkdf2-sha512": "pbkdf2-sha512",
};

// Keycloak 4 to 7 had these members in the credential itself. A realm that was written by hand has the password.
function hashOf(credential: Members): string | undefined {
  if (typeof credential.value === "string") return hashOfText(credential.value);
  const isOld = typeof credential.hashedSaltedValue === "string";
  const { hashIterations, additionalParameters } = isOld ? credential : within(credential.credentialData);
  const algorithm = isOld ? (credential.algorithm ?? "pbkdf2-sha256") : within(credential.credentialData).algorithm;
  const { value, salt } = isOld
    ? { value: credential.hashedSaltedValue, salt: credential.salt }
    : within(credential.secretData);
  if (typeof algorithm !== "string" || typeof value !== "string" || typeof salt !== "string") return undefined;
  const end = `${phcBase64(salt)}$${phcBase64(value)}`;
  const parameters = record(additionalParameters) ?? {};
  const parameter = (name: string) => (Array.isArray(parameters[name]) ? parameters[name][0] : undefined);
  if (algorithm === "argon2") {
    const [type, memory, lanes] = ["type", "memory", "parallelism"].map(parameter);
    const version = parameter("version") === "1.0" ? 16 : 19;
    return `$argon2${type}$v=${version}$m=${memory},t=${hashIterations},p=${lanes}$${end}`;
  }
  const name = Object.hasOwn(PBKDF2, algorithm) ? PBKDF2[algorithm] : undefined;
  return name === undefined ? undefined : `$${name}$i=${hashIterations}$${end}`;
}

/** The first right password replaces it by a hash of ours. */
function hashOfText(password: string): string {
  const salt = randomBytes(16);
  const key = pbkdf2Sync(password, salt, TEXT_ITERATIONS, 32, "sha256");
  const [salt64, key64] = [salt, key].map((bytes) => phcBase64(bytes.toString("base64")));
  return `$pbkdf2-sha256$i=${TEXT_ITERATIONS}$${salt64}$${key64}`;
}
const TEXT_ITERATIONS = 100_000;

/** An app with six digits, steps of 30 seconds and SHA-1, as ours are. */
function appOf(credential: Members): { secret: string; name: string } | undefined {
  const { subType, digits, period, algorithm, secretEncoding } = within(credential.credentialData);
  const { value } = within(credential.secretData);
  if (subType !== "totp" || digits !== 6 || period !== 30 || algorithm !== "HmacSHA1") return undefined;
  if (typeof value !== "string") return undefined;
  // Without an encoding, the characters of the text are the bytes of the secret.
  const secret = secretEncoding === "BASE32" ? value : toBase32(Buffer.from(value));
  return { secret, name: textIn(credential.userLabel) ?? "App" };
}
