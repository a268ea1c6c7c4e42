/**
 * The users that Auth0's export job writes as JSON lines, and the hashes of their passwords, which its support exports
 * to another file.
 */
import {
  BY_LINK,
  type Converted,
  type Converter,
  jsonLinesIn,
  lineOf,
  NotAnExport,
  record,
  textIn,
  timeIn,
} from "./converted.ts";
import { leftOf, PERSONAL_ACCOUNT } from "./left.ts";

type Members = Readonly<Record<string, unknown>>;

export const auth0: Converter = function* (text, { passwords }): Iterable<Converted> {
  const hashes = new Map<string, string>();
  for (const one of jsonLinesIn(passwords ?? "")) {
    const [id, hash] = [textIn(record(one._id)?.$oid) ?? textIn(one._id), textIn(one.passwordHash)];
    if (id !== undefined && hash !== undefined) hashes.set(id, hash);
  }
  for (const user of jsonLinesIn(text)) yield personOf(user, hashes);
};

function personOf(user: Members, hashes: ReadonlyMap<string, string>): Converted {
  const externalId = textIn(user.user_id) ?? textIn(user.Id);
  if (externalId === undefined) throw new NotAnExport("a line has no user_id");
  const email = textIn(user.email) ?? textIn(user.Email);
  const username = textIn(user.username) ?? email;
  if (username === undefined) return { who: externalId, externalId, skipped: NAMELESS };
  const isOfDatabase = externalId.startsWith("auth0|");
  const passwordHash = hashes.get(externalId.replace("auth0|", ""));
  return lineOf({
    externalId,
    username,
    passwordHash,
    claims: {
      email,
      email_verified: email === undefined ? undefined : user.email_verified === true,
      name: user.name === email ? undefined : textIn(user.name),
      given_name: textIn(user.given_name),
      family_name: textIn(user.family_name),
      nickname: textIn(user.nickname),
      locale: textIn(user.locale),
      phone_number: textIn(user.phone_number),
      phone_number_verified: user.phone_number === undefined ? undefined : user.phone_verified === true,
    },
    disabled: user.blocked === true,
    createdAt: timeIn(textIn(user.created_at)),
    changed: [textIn(user.username) === undefined ? "username: is the address, because there is none" : undefined],
    left: [
      isOfDatabase && passwordHash === undefined
        ? `password: --passwords has no hash of it; ask Auth0 for them, or ${BY_LINK}`
        : undefined,
      isOfDatabase ? undefined : `password: the user signs in at another provider; ${PROVIDER}, or ${BY_LINK}`,
      ...leftOf(user, { read: READ, instead: INSTEAD }),
    ],
  });
}

const PROVIDER = "set that one up here (docs/upstream-sign-in.md)";
const NAMELESS = "has no username and no address; add one there and convert again";

/** The members that a line is made of, and those that say nothing about the person. */
const READ: ReadonlySet<string> = new Set([
  ...["user_id", "Id", "email", "Email", "email_verified", "username", "name", "given_name", "family_name"],
  ...["nickname", "locale", "phone_number", "phone_verified", "blocked", "created_at", "Created At", "identities"],
  ...["updated_at", "last_login", "last_ip", "last_password_reset", "logins_count", "_id", "client_id", "connection"],
]);

const INSTEAD = {
  picture: PERSONAL_ACCOUNT,
  user_metadata: "keep it in the application, or give it to applications by a hook (docs/hooks.md)",
  app_metadata: "assign roles here (docs/roles.md), or what else it says by a hook (docs/hooks.md)",
  multifactor: PERSONAL_ACCOUNT,
  mfa_factors: PERSONAL_ACCOUNT,
  roles: "assign them here (docs/roles.md)",
  organizations: "make them here (docs/organizations.md)",
};
