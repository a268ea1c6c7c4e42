/** The users of Django, `manage.py dumpdata auth.user`, and of authentik, whose users are a model of Django. */
import {
  BY_LINK,
  type Converted,
  type Converter,
  jsonIn,
  lineOf,
  NotAnExport,
  phcBase64,
  record,
  textIn,
  timeIn,
} from "./converted.ts";
import { leftOf } from "./left.ts";

type Members = Readonly<Record<string, unknown>>;

export const django: Converter = (text) => peopleIn(rowsIn(text), modelOfUsers);
export const authentik: Converter = (text) => peopleIn(rowsIn(text), () => "authentik_core.user");

function rowsIn(text: string): readonly Members[] {
  const rows = jsonIn(text);
  if (!Array.isArray(rows)) throw new NotAnExport("it is not a list: use dumpdata with the format json");
  return rows.map((row) => record(row) ?? {});
}

function* peopleIn(rows: readonly Members[], modelOf: (rows: readonly Members[]) => string): Iterable<Converted> {
  const model = modelOf(rows);
  const users = rows.filter((row) => row.model === model);
  if (users.length === 0) throw new NotAnExport(`it has no row of ${model}`);
  for (const { pk, fields } of users) yield personOf(pk, record(fields) ?? {});
}

/** Many deployments have a model of their own: its rows have what Django's AbstractBaseUser has. */
function modelOfUsers(rows: readonly Members[]): string {
  const isOfUsers = ({ fields }: Members) => {
    const { password, last_login } = record(fields) ?? {};
    return typeof password === "string" && last_login !== undefined;
  };
  const models = [...new Set(rows.filter(isOfUsers).map(({ model }) => String(model)))];
  if (models.length > 1 && !models.includes("auth.user"))
    throw new NotAnExport(`it has several models of users, ${models.join(", ").slice(0, 200)}: dump one of them`);
  return models.length === 1 ? String(models[0]) : "auth.user";
}

function personOf(pk: unknown, fields: Members): Converted {
  const externalId = textIn(fields.uuid) ?? String(pk);
  const username = textIn(fields.username) ?? textIn(fields.email);
  if (username === undefined)
    return { who: String(pk), externalId, skipped: "has no username; add one there and convert again" };
  // authentik's own accounts of its outposts and of programs are no people.
  if (fields.type !== undefined && fields.type !== "internal" && fields.type !== "external") {
    return { who: username, externalId, skipped: "is no user; register a client if the program needs one" };
  }
  const password = textIn(fields.password);
  const passwordHash = password === undefined ? undefined : hashOf(password);
  const isUsable = password !== undefined && !password.startsWith("!");
  const [given_name, family_name] = [textIn(fields.first_name), textIn(fields.last_name)];
  return lineOf({
    externalId,
    username,
    who: username,
    passwordHash,
    claims: {
      email: textIn(fields.email),
      given_name,
      family_name,
      name: textIn(fields.name),
    },
    disabled: fields.is_active === false,
    createdAt: timeIn(textIn(fields.date_joined)),
    changed: [textIn(fields.username) === undefined ? "username: is the address, because there is none" : undefined],
    left: [
      isUsable && passwordHash === undefined ? `password: its hash has no known form; ${BY_LINK}` : undefined,
      fields.is_superuser === true || fields.is_staff === true
        ? "rights of administration: no import assigns them; assign a role here (docs/roles.md)"
        : undefined,
      ...leftOf(fields, { read: READ, instead: INSTEAD }),
    ],
  });
}

/** The fields that a line is made of, and those that say nothing about the person. */
const READ: ReadonlySet<string> = new Set([
  ...["username", "email", "first_name", "last_name", "name", "password", "uuid", "type", "is_active", "date_joined"],
  ...["is_superuser", "is_staff", "last_login", "path", "password_change_date", "last_updated"],
]);

const INSTEAD = {
  groups: "make groups here (docs/roles.md)",
  user_permissions: "assign roles here (docs/roles.md)",
  attributes: "keep them in the application, or give them to applications by a hook (docs/hooks.md)",
};

/** Django's `algorithm$parameters$salt$key`. Its salts are texts, its keys base64. */
function hashOf(password: string): string | undefined {
  const [algorithm = "", ...parts] = password.split("$");
  const salted = (salt: string, key: string) => `${phcBase64(Buffer.from(salt).toString("base64"))}$${phcBase64(key)}`;
  if (algorithm === "argon2") return `$${parts.join("$")}`;
  // `bcrypt$$2b$…` has the whole hash of bcrypt, and `bcrypt_sha256$$2b$…` that of a digest.
  if (algorithm === "bcrypt") return `$${parts.slice(1).join("$")}`;
  if (algorithm === "bcrypt_sha256") return `$bcrypt-sha256$${parts.slice(1).join("$")}`;
  const [first = "", salt = "", third = "", fourth = "", fifth = ""] = parts;
  if (algorithm === "pbkdf2_sha256" || algorithm === "pbkdf2_sha1") {
    return `$${algorithm.replace("_", "-")}$i=${first}$${salted(salt, third)}`;
  }
  if (algorithm !== "scrypt") return undefined;
  return `$scrypt$ln=${Math.log2(Number(first))},r=${third},p=${fourth}$${salted(salt, fifth)}`;
}
