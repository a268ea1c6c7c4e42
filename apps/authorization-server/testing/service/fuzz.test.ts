/** Random input at every endpoint: no response is a server error, and no request hangs. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paths } from "../../src/paths.ts";
import { hiddenFields, openBrowser } from "../browser.ts";
import { metadata, pathOf, registered } from "../clients/registration.ts";
import { tokensFor } from "../clients/tokens.ts";
import { authorizationOf, basic, codeFor, standard, verifier } from "../flows.ts";
import { bytesOf, type OddRequest, oddRequests, type Pair } from "../odd-requests.ts";
import { FUZZ_MS, fc } from "../properties.ts";
import { raw } from "../raw.ts";
import { type Service, startService } from "../service.ts";
import { issuer, password } from "../world.ts";

const ANSWER_WITHIN_MS = 10_000;

let service: Service;
let requests: fc.Arbitrary<OddRequest>;

beforeAll(async () => {
  service = await startService({ ephemeral: "configured" });
  const browser = openBrowser(service.origin);
  const tokens = await tokensFor(browser, service.origin, "offlineClient", "openid email offline_access");
  const client = await registered(service);
  const code = await codeFor(browser, "webClient");
  const page = await browser.follow(await openBrowser(service.origin).get(authorizationOf("webClient")));
  const signInPage = await openBrowser(service.origin).get(authorizationOf("webClient"));
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");

  const known = [code, tokens.access_token, tokens.id_token, tokens.refresh_token, client.client_id, cookie];
  known.push(
    client.registration_access_token,
    client.client_secret,
    verifier,
    issuer,
    "webClient",
    "publicClient",
    "nativeClient",
    "serviceClient",
    "openid",
  );
  known.push(
    basic("webClient").authorization,
    basic("offlineClient").authorization,
    `Bearer ${client.registration_access_token}`,
  );
  known.push(signInPage.location?.searchParams.get("request") ?? "", hiddenFieldsOf(page.body));

  requests = oddRequests(goodRequests({ tokens, client, code, cookie }), known);
});
afterAll(() => service.close());

const hiddenFieldsOf = (body: string) =>
  body.includes('action="/login"') ? String(Object.values(hiddenFields(body, "/login"))[0]) : "none";

interface Given {
  readonly tokens: Record<string, string>;
  readonly client: Record<string, string>;
  readonly code: string;
  readonly cookie: string;
}

/** One valid request for every path. */
function goodRequests({ tokens, client, code, cookie }: Given): readonly OddRequest[] {
  const get = (path: string, query: readonly Pair[] = [], headers: readonly Pair[] = [["cookie", cookie]]) =>
    ({ method: "GET", path, query, headers, body: [] }) satisfies OddRequest;
  const post = (path: string, body: OddRequest["body"], headers: readonly Pair[] = []) =>
    ({ method: "POST", path, query: [], headers, body }) satisfies OddRequest;
  const as = (name: string): readonly Pair[] => [["authorization", basic(name).authorization]];
  const managed: readonly Pair[] = [["authorization", `Bearer ${client.registration_access_token}`]];
  const at = pathOf(client as { registration_client_uri: string });
  const replacement = JSON.stringify({ ...metadata, client_id: client.client_id });

  return [
    ...Object.values(paths).map((path) => get(path)),
    get(paths.authorization, standard("webClient")),
    get(paths.authorization, [...standard("hybridClient"), ["response_mode", "form_post"]]),
    post(paths.authorization, standard("publicClient")),
    get(paths.endSession, [["id_token_hint", tokens.id_token ?? ""]]),
    post(
      paths.token,
      [
        ["grant_type", "authorization_code"],
        ["code", code],
        ["code_verifier", verifier],
        ["redirect_uri", "https://rp.example/cb"],
      ],
      as("webClient"),
    ),
    post(
      paths.token,
      [
        ["grant_type", "refresh_token"],
        ["refresh_token", tokens.refresh_token ?? ""],
      ],
      as("offlineClient"),
    ),
    post(paths.token, [["grant_type", "client_credentials"]], as("serviceClient")),
    post(paths.revoke, [["token", tokens.access_token ?? ""]], as("offlineClient")),
    post(paths.introspect, [["token", tokens.access_token ?? ""]], as("offlineClient")),
    post(
      paths.login,
      [
        ["username", "alice"],
        ["password", password],
        ["action", "sign-in"],
      ],
      [["cookie", cookie]],
    ),
    post(
      paths.consent,
      [
        ["scope", "openid"],
        ["action", "allow"],
      ],
      [["cookie", cookie]],
    ),
    post(paths.register, JSON.stringify(metadata), managed),
    { ...get(at, [], managed), method: "GET" },
    { ...post(at, replacement, managed), method: "PUT" },
  ];
}

let sources = 0;
/** Each from its own address, because limits have their own tests. */
const nextSource = () => {
  sources += 1;
  return `10.${100 + (sources >> 16)}.${(sources >> 8) & 255}.${sources & 255}`;
};

async function answerTo(request: OddRequest): Promise<string> {
  const bytes = bytesOf(request, nextSource());
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    late = setTimeout(() => reject(new Error(`no answer to ${bytes.slice(0, 2000)}`)), ANSWER_WITHIN_MS);
  });
  return Promise.race([raw(service.origin, bytes), tooLate]).finally(() => clearTimeout(late));
}

describe("no input causes a server error", () => {
  it(
    "meta-09, dos-06: any request to any path is answered below 500, without details of the platform",
    async () => {
      await fc.assert(
        fc.asyncProperty(requests, async (request) => {
          const answer = await answerTo(request);
          expect(answer).toMatch(/^HTTP\/1\.1 [1-4]\d\d /);
          expect(answer).not.toMatch(/node_modules|\bat [\w.]+ \(|\.ts:\d/);
        }),
      );
      const errors = service
        .log()
        .split("\n")
        .filter((line) => /"level":[56]0/.test(line));
      expect(errors).toEqual([]);
      expect(Object.prototype).not.toHaveProperty("isAdmin");
    },
    60_000 + (FUZZ_MS ?? 0),
  );
});
