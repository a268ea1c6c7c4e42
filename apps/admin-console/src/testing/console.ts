/** The console over HTTP on loopback, with an API and an authorization server that a test plays. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { type AdminClient, ApiProblem } from "@countersign/admin-client";
import { createLogger, openHealth } from "@countersign/service";
import type { Dependencies } from "../dependencies.ts";
import { formToken } from "../http/own-form.ts";
import { adminConsole } from "../routes.ts";
import { cookiesFor } from "../sign-in/cookies.ts";
import { openPendingSignIns } from "../sign-in/pending.ts";
import type { Provider } from "../sign-in/provider.ts";
import { openSessions, type SignedIn } from "../sign-in/sessions.ts";
import { openViews, type Views } from "../views/views.ts";

const CONSOLE_URL = "http://localhost:4004";

/** What the API answers to an operation. A function sees what was sent; a problem is thrown. */
export type Answers = Readonly<Record<string, unknown>>;

export interface Sent {
  readonly operation: string;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a request
  readonly input: any;
}

export interface TestConsole {
  readonly origin: string;
  readonly clock: { now: Date };
  /** The operations of the API that were called, but for `readCaller`. */
  readonly sent: Sent[];
  /** All that were called. */
  readonly called: string[];
  /** The refresh tokens that were revoked. */
  readonly revoked: string[];
  /** The lines that were logged. */
  log(): readonly Readonly<Record<string, unknown>>[];
  /** The headers of a browser with a session. */
  signedIn(): { readonly cookie: string };
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  /** Sends a form with its token, unless the form has another one. */
  post(path: string, fields: Fields, headers?: Readonly<Record<string, string>>): Promise<Response>;
  close(): Promise<void>;
}

/** The fields of a form, of which some may be there several times. */
type Fields = Readonly<Record<string, string>> | readonly (readonly [string, string])[];

interface Played {
  /** What the person's roles allow. */
  readonly scopes: readonly string[];
  /** The id of the one organization that the person administers. */
  readonly organization?: string;
  readonly answers?: Answers;
  readonly provider?: Partial<Provider>;
  readonly endedBy?: Dependencies["logoutTokens"];
  readonly config?: Partial<Dependencies["config"]>;
  /** Pages in other languages than those of people. */
  readonly views?: Views;
  /** Where the authorization server is. */
  readonly issuer?: string;
  /** What the API sends as a file. */
  readonly file?: (request: Request) => Response;
  /** Calls a real API in place of the played one. */
  readonly apiOf?: Dependencies["apiOf"];
}

export const problem = (status: number, challenge?: string, detail = "because") =>
  new ApiProblem({ type: "urn:test", title: "No", status, detail }, challenge ?? null);

const UNCHANGED = Symbol("unchanged");
/** The answer to an act that changed nothing. */
export const unchanged = (body: object = {}) => ({ ...body, [UNCHANGED]: true });

const formWith = (csrf: string, fields: Fields) => {
  const entries = Array.isArray(fields) ? fields : Object.entries(fields);
  const isToken = entries.some(([name]) => name === "csrf");
  return new URLSearchParams([...(isToken ? [] : [["csrf", csrf]]), ...entries] as [string, string][]);
};

const linesOf = (text: string) =>
  text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

const noFile = () => new Response(null, { status: 404 });

const authorizeUrl = (asked: Record<string, string>) =>
  new URL(`https://auth.example/authorize?${new URLSearchParams(asked)}`);

export async function startConsole({
  scopes,
  organization,
  answers = {},
  provider,
  endedBy,
  config,
  views = openViews(),
  file = noFile,
  issuer = "https://auth.example",
  apiOf,
}: Played): Promise<TestConsole> {
  const clock = { now: new Date("2030-01-01T12:00:00Z") };
  const [sent, called, revoked, written]: [Sent[], string[], string[], string[]] = [[], [], [], []];
  const caller = {
    kind: "person",
    id: "p1",
    name: "Ada Admin",
    scopes,
    role: "owner",
    organization: organization ?? null,
  };
  const api = new Proxy({} as AdminClient, {
    get: (_, operation: string) => async (input: unknown) => {
      called.push(operation);
      if (operation !== "readCaller") sent.push({ operation, input });
      const played: Answers = { readCaller: caller, ...answers };
      const answer = played[operation];
      const body = typeof answer === "function" ? answer(input) : answer;
      if (body instanceof Error) throw body;
      const isUnchanged = typeof body === "object" && body !== null && UNCHANGED in body;
      return { body, etag: '"v1"', isUnchanged };
    },
  });
  const now = () => clock.now;
  const sessions = openSessions(() => now().getTime());
  const deps: Dependencies = {
    config: { CONSOLE_URL, ISSUER: issuer, ...config } as Dependencies["config"],
    provider: {
      begin: async ({ acrValues, maxAge, organization: slug }) => ({
        url: authorizeUrl({ acr: acrValues ?? "", age: `${maxAge}`, ...(slug !== undefined && { slug }) }),
        pending: { state: "st", nonce: "n", verifier: "v", acrValues, maxAge, organization: slug },
      }),
      revoke: async (token: string) => void revoked.push(token),
      languages: async () => ["de", "en", "fr", "pt-BR"],
      endSessionUrl: async () => new URL("https://auth.example/logout"),
      ...provider,
    } as Provider,
    pending: openPendingSignIns(now),
    sessions,
    cookies: cookiesFor(CONSOLE_URL),
    logoutTokens: endedBy ?? { accept: async () => undefined },
    apiOf: apiOf ?? (() => api),
    optionsOf: () => ({
      url: "https://admin.example",
      accessToken: () => "access",
      fetch: async (request) => file(request),
    }),
    views,
    now,
    log: createLogger({ name: "test", level: "info", destination: { write: (text) => void written.push(text) } }),
  };
  const server = createServer(adminConsole(deps, { health: openHealth({ checks: {} }) }));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const signedIn: SignedIn = {
    sub: "p1",
    sid: "s1",
    idToken: "id",
    tokens: { access: "access", refresh: "refresh", expiresAt: new Date("2031-01-01") },
  };
  const own = sessions.begin(signedIn);
  const cookie = `countersign-console-4004-session=${own}`;
  const formSecret = sessions.find(own)?.formSecret ?? "";
  const send = (path: string, init: RequestInit) => fetch(`${origin}${path}`, { redirect: "manual", ...init });

  return {
    origin,
    clock,
    sent,
    called,
    revoked,
    log: () => linesOf(written.join("")),
    signedIn: () => ({ cookie }),
    get: (path, headers = { cookie }) => send(path, { headers }),
    post: (path, fields, headers = {}) =>
      send(path, {
        method: "POST",
        headers: { cookie, ...headers },
        body: formWith(formToken(formSecret, path.split("?")[0] ?? path), fields),
      }),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A page as it is read: without the places where a line may break. */
export const unbroken = async (page: Promise<Response>): Promise<string> =>
  (await (await page).text()).replaceAll("<wbr>", "");
