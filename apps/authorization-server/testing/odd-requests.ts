/** Malformed requests: each is a valid request with a few changes. */
import { fc } from "./properties.ts";

export interface OddRequest {
  readonly method: string;
  readonly path: string;
  readonly query: readonly Pair[];
  readonly headers: readonly Pair[];
  /** A form, or text that is sent as it is. */
  readonly body: readonly Pair[] | string;
}

export type Pair = readonly [name: string, value: string];

const NAMES = [
  ..."client_id client_secret client_assertion client_assertion_type redirect_uri response_type response_mode".split(
    " ",
  ),
  ..."scope state nonce prompt max_age display ui_locales login_hint id_token_hint acr_values claims".split(" "),
  ..."code_challenge code_challenge_method code_verifier code grant_type refresh_token token token_type_hint".split(
    " ",
  ),
  ..."resource request request_uri registration authorization_details post_logout_redirect_uri logout_hint".split(" "),
  ..."username password action csrf request[] scope[0] __proto__ constructor toString hasOwnProperty".split(" "),
];

const HEADERS = [
  ..."authorization cookie content-type content-encoding origin referer accept accept-language host".split(" "),
  ..."x-forwarded-host x-forwarded-proto forwarded if-none-match range transfer-encoding expect dpop".split(" "),
  ..."access-control-request-method sec-fetch-site x-http-method-override".split(" "),
];

const b64 = (value: unknown) => Buffer.from(JSON.stringify(value) ?? "").toString("base64url");

/** Text that is hard to take: of every kind that a parser, a store or a page might trip over. */
function oddText(known: readonly string[]): fc.Arbitrary<string> {
  const json = fc.jsonValue({ maxDepth: 4 });
  return fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...known) },
    { weight: 2, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
    fc.string({ unit: "grapheme", maxLength: 30 }),
    json.map((value) => JSON.stringify(value)),
    fc.tuple(json, json, fc.base64String({ maxLength: 90 })).map(([h, p, s]) => `${b64(h)}.${b64(p)}.${s}`),
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        "",
        " ",
        "\0",
        "\r\nx: y",
        "\ud800",
        "\u202e",
        "%00",
        "%E0%A4%A",
        "../..",
        "1e309",
        "-1",
        "null",
      ),
    },
    fc.constantFrom("a".repeat(5000), "[".repeat(3000), `${'{"a":'.repeat(900)}1${"}".repeat(900)}`, "a ".repeat(3000)),
  );
}

/**
 * Draws requests that start from `good` ones.
 *
 * @param known values that mean something to the service: ids, tokens, codes
 */
export function oddRequests(good: readonly OddRequest[], known: readonly string[]): fc.Arbitrary<OddRequest> {
  const value = oddText(known);
  const pair = fc.tuple(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...NAMES) }, value), value);
  const header = fc.tuple(fc.constantFrom(...HEADERS), value);
  const path = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...good.map((request) => request.path)) },
    value.map((text) => `/openid/register/${encode(text)}`),
    value.map((text) => `/logo/${encode(text)}`),
    value.map((text) => `/${text}`),
  );
  const method = fc.constantFrom("GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "HEAD", "TRACE", "BREW");
  const change = fc.oneof(
    changeBy(4, fc.tuple(fc.nat(20), value), (request, [at, text]) => ({
      ...request,
      query: valueAt(request.query, at, text),
    })),
    changeBy(8, fc.tuple(fc.nat(20), value), (request, [at, text]) => ({
      ...request,
      body: oddBody(request.body, at, text),
    })),
    changeBy(2, pair, (request, one) => ({ ...request, query: [...request.query, one] })),
    changeBy(4, pair, (request, one) => ({ ...request, body: withMember(request.body, one) })),
    changeBy(3, header, (request, one) => ({ ...request, headers: [...request.headers, one] })),
    changeBy(1, fc.nat(20), (request, at) => ({ ...request, query: request.query.filter((_, index) => index !== at) })),
    changeBy(1, value, (request, body) => ({ ...request, body })),
    changeBy(1, path, (request, to) => ({ ...request, path: to })),
    changeBy(1, method, (request, other) => ({ ...request, method: other })),
  );
  return fc
    .tuple(
      fc.oneof(fc.constantFrom(...good), fc.constantFrom(...good.filter(({ body }) => body.length > 0))),
      fc.array(change, { maxLength: 4 }),
    )
    .map(([request, changes]) => changes.reduce((changed, by) => by(changed), request));
}

type Change = (request: OddRequest) => OddRequest;

const changeBy = <T>(
  weight: number,
  drawn: fc.Arbitrary<T>,
  change: (request: OddRequest, drawn: T) => OddRequest,
) => ({
  weight,
  arbitrary: drawn.map(
    (one): Change =>
      (request) =>
        change(request, one),
  ),
});

const valueAt = (pairs: readonly Pair[], at: number, text: string): readonly Pair[] =>
  pairs.map(([name, value], index) => [name, index === at % pairs.length ? text : value]);

/** One value of a form, or one character of other text, is another. */
const oddBody = (body: OddRequest["body"], at: number, text: string) =>
  typeof body === "string" ? body.slice(0, at) + text + body.slice(at + 1) : valueAt(body, at, text);

/** A member of a JSON body, or a field of a form, is this one. */
function withMember(body: OddRequest["body"], [name, value]: Pair): OddRequest["body"] {
  if (typeof body !== "string") return replaced(body, [name, value]);
  try {
    return JSON.stringify({ ...JSON.parse(body), [name]: value });
  } catch {
    return body;
  }
}

const replaced = (pairs: readonly Pair[], [name, value]: Pair): readonly Pair[] => [
  ...pairs.filter(([other]) => other !== name),
  [name, value],
];

const encode = (text: string) => encodeURIComponent(text.toWellFormed());
const encoded = (pairs: readonly Pair[]) => pairs.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");

/** The bytes of a request, as latin1; the connection ends with it. */
export function bytesOf({ method, path, query, headers, body }: OddRequest, from: string): string {
  // Line breaks would start another request, whose response no test reads.
  const text = (part: string) => Buffer.from(part.replaceAll(/[\r\n]/g, " ")).toString("latin1");
  const sent = typeof body === "string" ? body : encoded(body);
  const type = typeof body === "string" ? "application/json" : "application/x-www-form-urlencoded";
  const target = `${path.replaceAll(" ", "%20")}${query.length === 0 ? "" : `?${encoded(query)}`}`;
  const lines = [
    `${method} ${text(target)} HTTP/1.1`,
    "host: auth.example",
    "connection: close",
    `x-forwarded-for: ${from}`,
    `content-type: ${type}`,
    `content-length: ${Buffer.byteLength(sent)}`,
    ...headers.map(([name, value]) => `${name}: ${text(value)}`),
  ];
  return `${lines.join("\r\n")}\r\n\r\n${Buffer.from(sent).toString("latin1")}`;
}
