/**
 * The users that Auth0's export job writes as JSON lines, and the hashes of their passwords, which its support exports
 * to another file.
 */
import {
  type Converted,
  type Converter,
  jsonLinesIn,
  lineOf,
  NotAnExport,
  record,
  textIn,
  timeIn,
} from "./converted.ts";

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
  if (username === undefined) return { skipped: `${externalId}: has no username and no address` };
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
    notes: [
      isOfDatabase && passwordHash === undefined ? `${externalId}: has no password hash` : undefined,
      isOfDatabase ? undefined : `${externalId}: signs in at another provider`,
    ],
  });
}
