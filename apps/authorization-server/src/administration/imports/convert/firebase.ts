/** The users of Firebase Authentication, as `firebase auth:export --format=json` writes them. */
import { BY_LINK, type Converted, type Converter, jsonIn, lineOf, NotAnExport, record, textIn } from "./converted.ts";
import { leftOf, PERSONAL_ACCOUNT } from "./left.ts";

type Members = Readonly<Record<string, unknown>>;

interface HashConfig {
  readonly signerKey: Buffer;
  readonly saltSeparator: Buffer;
  readonly rounds: number;
  readonly memCost: number;
}

export const firebase: Converter = function* (text, { hashConfig }): Iterable<Converted> {
  const users = record(jsonIn(text))?.users;
  if (!Array.isArray(users)) throw new NotAnExport("it has no users");
  const config = hashConfig === undefined ? undefined : configIn(hashConfig);
  for (const user of users) yield personOf(record(user) ?? {}, config);
};

function personOf(user: Members, config: HashConfig | undefined): Converted {
  const externalId = textIn(user.localId);
  if (externalId === undefined) return { who: "a user", skipped: "has no localId" };
  const [email, phone] = [textIn(user.email), textIn(user.phoneNumber)];
  const isHashed = textIn(user.passwordHash) !== undefined;
  const passwordHash = config && hashOf(user, config);
  return lineOf({
    externalId,
    username: email ?? externalId,
    passwordHash,
    claims: {
      email,
      email_verified: email === undefined ? undefined : user.emailVerified === true,
      name: textIn(user.displayName),
      phone_number: phone,
      // Firebase has a number only after a code that was sent to it.
      phone_number_verified: phone === undefined ? undefined : true,
    },
    disabled: user.disabled === true,
    createdAt: user.createdAt === undefined ? undefined : new Date(Number(user.createdAt)),
    changed: [
      email === undefined ? "username: is the localId, because there is no address" : "username: is the address",
      phone === undefined ? undefined : "phone_number_verified: is true, because a code was sent to it",
    ],
    left: [
      isHashed && passwordHash === undefined ? "password: it has a hash, which needs --hash-config" : undefined,
      isHashed ? undefined : `password: it has none; ${BY_LINK}`,
      ...providersOf(user),
      ...leftOf(user, { read: READ, instead: INSTEAD }),
    ],
  });
}

/** The members that a line is made of, and those that say nothing about the person. */
const READ: ReadonlySet<string> = new Set([
  ...["localId", "email", "emailVerified", "phoneNumber", "displayName", "passwordHash", "salt", "disabled"],
  ...["createdAt", "lastSignedInAt", "lastLoginAt", "lastRefreshAt", "passwordUpdatedAt", "validSince", "version"],
  ...["providerUserInfo", "tenantId"],
]);

const INSTEAD = {
  photoUrl: PERSONAL_ACCOUNT,
  mfaInfo: PERSONAL_ACCOUNT,
  customAttributes: "assign roles here (docs/roles.md), or what else it says by a hook (docs/hooks.md)",
};

const PROVIDER = "set the provider up here (docs/upstream-sign-in.md); users link themselves to it";

/** Firebase calls its own password and its codes providers, too. */
function providersOf({ providerUserInfo: providers }: Members): readonly string[] {
  const names = (Array.isArray(providers) ? providers : []).flatMap((one) => textIn(record(one)?.providerId) ?? []);
  const others = names.filter((name) => name !== "password" && name !== "phone");
  return others.length === 0 ? [] : [`sign-in at ${others.join(", ")}: ${PROVIDER}`];
}

/**
 * The hash of Firebase is its signer key, encrypted by AES-CTR: the key stream, added to the signer key. Adding the
 * signer key again leaves the key stream, which depends only on the password and the salt.
 */
function hashOf(user: Members, { signerKey, saltSeparator, rounds, memCost }: HashConfig): string | undefined {
  const [hash, salt] = [bytesIn(user.passwordHash), bytesIn(user.salt)];
  if (hash === undefined || salt === undefined || hash.length !== signerKey.length) return undefined;
  const stream = hash.map((byte, at) => byte ^ (signerKey[at] ?? 0));
  const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64").replaceAll("=", "");
  const salted = base64(Buffer.concat([salt, saltSeparator]));
  return `$firebase-scrypt$ln=${memCost},r=${rounds},p=1$${salted}$${base64(stream)}`;
}

/** Base64, also in the alphabet for URLs. */
const bytesIn = (value: unknown): Buffer | undefined =>
  typeof value === "string" && value !== "" ? Buffer.from(value, "base64") : undefined;

/** `hash_config { algorithm: SCRYPT, base64_signer_key: …, … }`, as the console of Firebase shows it. */
function configIn(text: string): HashConfig {
  const bare = (part: string | undefined) => (part ?? "").replaceAll('"', "").trim();
  const members = new Map(
    text.split(/[{},\n]/).map((line) => {
      const [name, value] = line.split(":", 2);
      return [bare(name), bare(value)];
    }),
  );
  const [rounds, memCost] = [Number(members.get("rounds")), Number(members.get("mem_cost"))];
  const signerKey = Buffer.from(members.get("base64_signer_key") ?? "", "base64");
  const isWhole = members.get("algorithm") === "SCRYPT" && signerKey.length > 0 && rounds > 0 && memCost > 0;
  if (!isWhole) throw new NotAnExport("the hash configuration lacks the parameters of SCRYPT");
  return {
    signerKey,
    saltSeparator: Buffer.from(members.get("base64_salt_separator") ?? "", "base64"),
    rounds,
    memCost,
  };
}
