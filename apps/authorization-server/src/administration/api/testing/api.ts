/** The administration API over HTTP on loopback, with programs that have tokens for it. */
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { clientMetadata, hashSecret } from "@countersign/rules";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Service, type ServiceOptions, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { addClient } from "../../clients/clients.ts";
import { API_PATH } from "../environment.ts";
import { OPERATIONS } from "../operation-table.ts";
import { problemBody } from "../problem.ts";
import { administrationApi } from "../routes.ts";
import type { AdminScope } from "../scopes.ts";

const adminUrl = "http://localhost:4007";
export const adminResource = `${adminUrl}${API_PATH}`;

export interface ApiAnswer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of an answer
  readonly body: any;
}

export interface ApiCall {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Api extends Service {
  /** Where the administration API listens. */
  readonly adminOrigin: string;
  /** Calls an operation; the path is below the API. */
  call(path: string, call?: ApiCall): Promise<ApiAnswer>;
  /** A token of a new program with these scopes. */
  tokenOf(...scopes: readonly AdminScope[]): Promise<string>;
  /** A program with these scopes, and its secret. */
  programOf(...scopes: readonly AdminScope[]): Promise<Program>;
  /** @param headers of the token request in addition to the program's credentials */
  tokenFor(program: Program, headers?: Readonly<Record<string, string>>): Promise<string>;
}

interface Program {
  readonly id: string;
  readonly secret: string;
  readonly scope: string;
}

/**
 * @param settings of the service in addition to those of the API
 * @param replaced dependencies of the API that a test replaces
 * @param options of the service other than its settings
 */
export async function startApi(
  settings: Readonly<Record<string, string>> = {},
  replaced: Partial<Dependencies> = {},
  options: Omit<ServiceOptions, "settings"> = {},
): Promise<Api> {
  const service = await startService({
    ...options,
    settings: { ADMIN_URL: adminUrl, ADMIN_PORT: "4007", ...settings },
  });
  const listening = { url: adminUrl, metrics: undefined, trustedProxies: ["127.0.0.1"] };
  const server = createServer(administrationApi({ ...service.administration, ...replaced }, listening));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const adminOrigin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const programOf: Api["programOf"] = async (...scopes) => {
    const id = randomUUID();
    const given = { client_name: id, grant_types: ["client_credentials"], scope: scopes.join(" ") };
    const metadata = clientMetadata({ issuer }).parse(given);
    const secretHash = hashSecret("secret of a program");
    await addClient(service.database, { id, metadata, logo: undefined, secretHash }, byOperatorAt(noon));
    return { id, secret: "secret of a program", scope: scopes.join(" ") };
  };
  const tokenFor: Api["tokenFor"] = async ({ id, secret, scope }, headers = {}) => {
    const response = await fetch(`${service.origin}/token`, {
      method: "POST",
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret.replaceAll(" ", "+")}`).toString("base64")}`,
        ...headers,
      },
      body: new URLSearchParams({ grant_type: "client_credentials", resource: adminResource, scope }),
    });
    const body = (await response.json()) as { access_token?: string };
    if (body.access_token === undefined) throw new Error(JSON.stringify(body));
    return body.access_token;
  };
  const send = async (path: string, { method = "GET", token, body, headers = {} }: ApiCall): Promise<ApiAnswer> => {
    const response = await fetch(`${adminOrigin}${API_PATH}${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status >= 500) throw new Error(`${method} ${path}: ${text}\n${service.log().slice(-3000)}`);
    const answer = { status: response.status, body: isText(response) ? text : parsed(text) };
    assertDeclared(method, path, answer);
    return { ...answer, headers: response.headers };
  };
  return {
    ...service,
    adminOrigin,
    programOf,
    tokenFor,
    tokenOf: async (...scopes) => tokenFor(await programOf(...scopes)),
    async call(path, call = {}) {
      if (call.method !== "POST") return send(path, call);
      const [last] = await service.rows(LAST_EVENT);
      const key = randomUUID();
      const answer = await send(path, { ...call, headers: { "idempotency-key": key, ...call.headers } });
      if (answer.status < 300) await assertMarked(service, { key, after: last?.id, path });
      return answer;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await service.close();
    },
  };
}

const isText = ({ headers }: Response) => /^(?:text|application\/x-ndjson)/.test(headers.get("content-type") ?? "");
const parsed = (text: string) => (text === "" ? undefined : JSON.parse(text));

/** These make no event with the request, or make the same again. */
const UNMARKED = /^\/(?:keys\/\w+\/rotate|keys\/rotate|configuration\/plan|settings\/preview|providers\/[^/]+\/test)$/;

/** A20: an act that wrote an event of this caller marked the key of the request in its transaction. */
async function assertMarked({ rows }: Service, { key, after, path }: { key: string; after: unknown; path: string }) {
  const [found] = await rows("SELECT caller, acted_at FROM idempotency_key WHERE key = $1", [key]);
  if (found === undefined || found.acted_at !== null || UNMARKED.test(path)) return;
  const own = await rows(EVENTS_OF, [after, String(found.caller).split(" ")[1]]);
  if (own.length > 0) throw new Error(`POST ${path} wrote ${own.map(({ type }) => type)}, and did not mark its key`);
}

const LAST_EVENT = "SELECT coalesce(max(id), 0) AS id FROM audit_event";
const EVENTS_OF = "SELECT type FROM audit_event WHERE id > $1 AND actor_id = $2";

/** ad.3, ad.9: every answer has the shape that its operation declares, and every refusal that of a problem. */
function assertDeclared(method: string, path: string, { status, body }: Omit<ApiAnswer, "headers">): void {
  const [plain = ""] = path.split("?");
  const pattern = (declared: string) => new RegExp(`^${declared.replace(/:\w+/g, "[^/]+")}$`);
  const operation = OPERATIONS.find((one) => one.method === method && pattern(one.path).test(plain));
  if (status >= 400 && status !== 405) problemBody.parse(body);
  else if (operation !== undefined) {
    if (status !== operation.status) throw new Error(`${method} ${path}: ${status} is not declared`);
    operation.answer?.parse(body);
  }
}
