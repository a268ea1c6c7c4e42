/** What never reaches a log (RFC 6819 §5.1.5.4): credentials by their name, and what looks like one in any text. */

const REDACTED = "[redacted]";
const DEEPEST = 8;

const SECRETS: ReadonlySet<string> = new Set([
  "access_token",
  "authorization",
  "client_assertion",
  "client_secret",
  "code",
  "code_verifier",
  "cookie",
  "dpop",
  "id_token",
  "id_token_hint",
  "logout_token",
  "password",
  "proxy-authorization",
  "refresh_token",
  "registration_access_token",
  "set-cookie",
  "token",
]);

/** The same fields, without the values of secret ones however deep, and with errors in a form that can be logged. */
export function redact(fields: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(fields);
  // Most lines hold nothing that could be one, and are not made anew.
  if (!entries.some(([name, value]) => typeof value === "object" || isSecret(name))) return fields;
  return Object.fromEntries(entries.map(([name, value]) => [name, redactField(name, value, 0)]));
}

const isSecret = (name: string) => SECRETS.has(name.toLowerCase());

function redactField(name: string, value: unknown, depth: number): unknown {
  if (isSecret(name) && value !== undefined && value !== null) return REDACTED;
  if (typeof value !== "object" || value === null || value instanceof Date) return value;
  if (depth === DEEPEST) return "[too deep]";
  if (value instanceof Error) return loggedError(value, depth);
  if (value instanceof URL) return value.href;
  if (ArrayBuffer.isView(value)) return `[${value.byteLength} bytes]`;
  if (Array.isArray(value)) return value.map((item) => redactField("", item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactField(key, item, depth + 1)]));
}

// Only these properties: what libraries add to errors (headers, rows, bodies) may hold anything.
function loggedError(error: Error, depth: number): object {
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    ...("code" in error && { code: String(error.code) }), // ECONNREFUSED and the like, not an authorization code
    stack,
    ...(cause !== undefined && { cause: redactField("cause", cause, depth + 1) }),
    ...(error instanceof AggregateError && { errors: redactField("errors", error.errors, depth + 1) }),
  };
}

const IN_TEXT: readonly (readonly [RegExp, string])[] = [
  // Queries and fragments of absolute URLs, and queries of paths.
  [/(\bhttps?:\/\/[^\s"'<>?#\\]+)[?#][^\s"'<>\\]*/gi, `$1?${REDACTED}`],
  [/(\/[\w.~%-]*)\?[^\s"'<>\\]*=[^\s"'<>\\]*/g, `$1?${REDACTED}`],
  // Credentials of database and Redis URLs.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s"'/@\\]+@/gi, `$1${REDACTED}@`],
  [/\beyJ[\w-]{8,}\.[\w-]*\.[\w-]*(?:\.[\w-]+){0,2}/g, "[jwt]"],
  [/\b(Bearer|DPoP|Basic) [\w.~+/=-]{8,}/gi, `$1 ${REDACTED}`],
  [new RegExp(`\\b(${[...SECRETS].join("|")})=[^\\s"'&;\\\\]+`, "gi"), `$1=${REDACTED}`],
];

/** What each of these has in it; a line without is left as it is, and that is most of them. */
const SUSPICIOUS = /[?#@=]|eyJ|\b(?:Bearer|DPoP|Basic) /i;

/** A finished log line, in JSON, without the secrets that stand in its texts: messages, stacks, URLs. */
export function redactText(line: string): string {
  if (!SUSPICIOUS.test(line)) return line;
  return IN_TEXT.reduce((text, [pattern, replacement]) => text.replace(pattern, replacement), line);
}
