/**
 * Removes from the log (RFC 6819 §5.1.5.4): credentials by their name, text that looks like a credential, and long
 * texts.
 */

const REDACTED = "[redacted]";
const DEEPEST = 8;
/**
 * The maximum characters of a text, of a member's name, of a stack and of a whole line. Most registered redirect URIs
 * are shorter.
 */
const LONGEST_TEXT = 500;
const LONGEST_NAME = 100;
const LONGEST_STACK = 2000;
const LONGEST_LINE = 16_384;
/** The minimum characters after the name of a scheme; anything shorter is a word of a sentence. */
const SHORTEST_CREDENTIAL = 8;

const SECRETS: ReadonlySet<string> = new Set([
  "access_token",
  "actor_token",
  "assertion",
  "authorization",
  "client_assertion",
  "client_secret",
  "code",
  "code_verifier",
  "cookie",
  "device_code",
  "dpop",
  "id_token",
  "id_token_hint",
  "logout_token",
  "password",
  "proxy-authorization",
  "refresh_token",
  "registration_access_token",
  "set-cookie",
  "subject_token",
  "token",
  "user_code",
]);

/**
 * Returns the same fields, without the values of secret ones at any depth, with long texts cut, and with errors in a
 * form that can be logged.
 */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  if (isHarmless(fields)) return fields;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [shortName(name), redactField(name, value, 0)]),
  );
}

const isSecret = (name: string) => SECRETS.has(name.toLowerCase());

/** Fast path of most lines, which are not copied: whether no field is secret, too long, or has fields of its own. */
function isHarmless(fields: Record<string, unknown>): boolean {
  for (const name of Object.keys(fields)) {
    const value = fields[name];
    if (typeof value === "object" || name.length > LONGEST_NAME || SECRETS.has(name.toLowerCase())) return false;
    if (typeof value === "string" && value.length > LONGEST_TEXT) return false;
  }
  return true;
}

const shortName = (name: string) => shortText(name, LONGEST_NAME);

/** The beginning of a text. Secrets are removed before it is cut: half of a secret may no longer look like one. */
function shortText(text: string, longest = LONGEST_TEXT): string {
  if (text.length <= longest) return text;
  const redacted = redactText(text);
  return redacted.length <= longest ? redacted : `${redacted.slice(0, longest)}… [${redacted.length - longest} more]`;
}

function redactField(name: string, value: unknown, depth: number): unknown {
  if (isSecret(name) && value !== undefined && value !== null) return REDACTED;
  if (typeof value === "string") return shortText(value);
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth === DEEPEST) return "[too deep]";
  if (value instanceof Error) return loggedError(value, depth);
  if (value instanceof URL) return shortText(value.href);
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item) => redactField("", item, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [shortName(key), redactField(key, item, depth + 1)]),
  );
}

// Copies only these properties: the ones that libraries add to errors (headers, rows, bodies) may contain anything.
function loggedError(error: Error, depth: number): object {
  const { name, stack, cause } = error;
  const message = shortText(error.message);
  return {
    type: name,
    message,
    // A system error such as ECONNREFUSED, not an authorization code.
    ...("code" in error && { code: shortText(String(error.code)) }),
    stack: shortText(stack?.replace(error.message, () => message) ?? "", LONGEST_STACK), // it begins with the message
    ...(cause !== undefined && { cause: redactField("cause", cause, depth + 1) }),
    ...(error instanceof AggregateError && { errors: redactField("errors", error.errors, depth + 1) }),
  };
}

/**
 * `name=value`, as in forms.
 *
 * @public scripts/check-regular-expressions.mjs checks it; the script cannot read an expression that is built
 */
export const NAMED_SECRET = new RegExp(`\\b(${[...SECRETS].join("|")})=[^\\s"'&;\\\\]+`, "gi");

/**
 * Each takes linear time. Once an expression has begun to read a run of characters, it takes the whole run, whether it
 * replaces the run or not. So no character is read from two beginnings.
 */
const IN_TEXT: readonly (readonly [RegExp, (...match: string[]) => string])[] = [
  // Queries and fragments of absolute URLs, and queries of paths.
  [/\b(https?:\/\/[^\s"'<>?#\\]+)([?#][^\s"'<>\\]*)?/gi, (whole, url, rest) => (rest ? `${url}?${REDACTED}` : whole)],
  [/(\/[\w.~%-]*)(\?[^\s"'<>\\]*)?/g, (whole, path, query) => (query?.includes("=") ? `${path}?${REDACTED}` : whole)],
  // Credentials of database and Redis URLs.
  [/:\/\/[^\s"'/@\\]+@/g, () => `://${REDACTED}@`],
  [/\beyJ[\w-]*((?:\.[\w-]*){0,4})/g, (whole, parts) => (parts ? "[jwt]" : whole)],
  [
    /\b(Bearer|DPoP|Basic) ([\w.~+/=-]+)/gi,
    (whole, scheme, value = "") => (value.length < SHORTEST_CREDENTIAL ? whole : `${scheme} ${REDACTED}`),
  ],
  [NAMED_SECRET, (_, name) => `${name}=${REDACTED}`],
];

/**
 * Every text that these expressions change contains one of these. A line without any, like most lines, stays as it is.
 */
const SUSPICIOUS = /[?#@=]|eyJ|\b(?:Bearer|DPoP|Basic) /i;

/** Returns a text, which may be a line in JSON, without the secrets in it: in messages, stacks, URLs. */
export function redactText(text: string): string {
  if (!SUSPICIOUS.test(text)) return text;
  return IN_TEXT.reduce((left, [pattern, replacement]) => left.replace(pattern, replacement), text);
}

/** Returns a finished log line as it is written: without secrets, and no longer than log readers accept. */
export function redactLine(line: string): string {
  return redactText(line.length > LONGEST_LINE ? shorterLine(line) : line);
}

/** The small members of a line, in their order, with the beginning of its message. */
function shorterLine(line: string): string {
  const { msg, ...members }: Record<string, unknown> = JSON.parse(line);
  let left = LONGEST_LINE / 2;
  const kept = Object.entries(members).filter((member) => {
    const length = JSON.stringify(member).length;
    if (length > left) return false;
    left -= length;
    return true;
  });
  return `${JSON.stringify({ ...Object.fromEntries(kept), cutFrom: line.length, msg: shortText(String(msg)) })}\n`;
}
