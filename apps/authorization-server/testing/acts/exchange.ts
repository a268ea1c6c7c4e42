/** The world of token exchange (RFC 8693): an app calls Orders, which calls Stock, which calls Audit. */
import { TOKEN_EXCHANGE } from "@countersign/rules";
import { addKept } from "../../src/administration/entity-acts.ts";
import { exchangePolicies, type NewExchangePolicy } from "../../src/administration/exchange-policies/entity.ts";
import { addResourceServer } from "../../src/administration/resource-servers/resource-servers.ts";
import { type Browser, type Fields, openBrowser } from "../browser.ts";
import { redirectUriOf } from "../clients/clients.ts";
import { post } from "../clients/tokens.ts";
import { basic, codeFor, redeem, type TokenAnswer } from "../flows.ts";
import type { Service } from "../service.ts";
import { byOperatorAt } from "./acts.ts";

export const orders = "https://orders-api.example";
export const stock = "https://stock-api.example";
export const audit = "https://audit-api.example";
export const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";

/** The client that a person signs in to. */
export const app = "resourceClient";

/** The clients that run the three resource servers. */
const APIS = { ordersApi: orders, stockApi: stock, auditApi: audit } as const;
export type ApiName = keyof typeof APIS;

/** Adds the three resource servers, and a client for each of them that may exchange as far as policies allow. */
export async function openExchange({ database, clock, rows }: Service): Promise<void> {
  const about = { accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 600, listed: false } as const;
  const add = (identifier: string, name: string, ...scopes: readonly string[]) =>
    addResourceServer(database, { identifier, name, scopes, ...about }, byOperatorAt(clock.now));
  await add(orders, "Orders", "read", "write");
  await add(stock, "Stock", "count", "reserve");
  await add(audit, "Audit", "log");
  for (const [id, resourceServer] of Object.entries(APIS)) {
    const changes = {
      ...{ id, name: id, resource_server: resourceServer, scopes: ["read", "count", "reserve", "log"] },
      grant_types: [TOKEN_EXCHANGE, "client_credentials"],
    };
    await rows(
      `INSERT INTO client SELECT (jsonb_populate_record(c, $1::jsonb)).* FROM client c WHERE id = 'serviceClient'`,
      [JSON.stringify(changes)],
    );
  }
}

const POLICY: NewExchangePolicy = {
  name: "Orders to Stock",
  clientId: "ordersApi",
  source: orders,
  target: stock,
  subjectTokens: ["received"],
  scopes: { read: "count", write: "count reserve" },
  impersonation: false,
  mayAct: false,
  maxLifetimeSeconds: 300,
  excludedGroups: [],
};

/** Allows Orders to call Stock, with changes. Returns the id of the policy. */
export const allow = ({ database, clock }: Service, changes: Partial<NewExchangePolicy> = {}): Promise<string> =>
  addKept(database, exchangePolicies, { ...POLICY, ...changes }, byOperatorAt(clock.now));

/** What the app got for a person, by default a token for Orders with the scope `read`. */
export async function tokensOf(
  service: Service,
  changes: Fields = {},
  { browser = openBrowser(service.origin), username = "alice", headers = {} }: Who = {},
): Promise<TokenAnswer["body"]> {
  const asked = { scope: "openid offline_access read", resource: orders, ...changes };
  const code = await codeFor(browser, app, asked, username);
  const sent = { redirect_uri: redirectUriOf(app) };
  return (await redeem(service.origin, code, sent, { ...basic(app), ...headers })).body;
}

interface Who {
  readonly browser?: Browser;
  readonly username?: string;
  readonly headers?: Record<string, string>;
}

/** An exchange by the client of an API, by default of Orders for Stock. */
export function exchange(
  { origin }: Pick<Service, "origin">,
  subjectToken: string,
  changes: Fields = {},
  { by = "ordersApi", headers = {} }: { readonly by?: string; readonly headers?: Record<string, string> } = {},
): Promise<TokenAnswer> {
  const sent = { grant_type: TOKEN_EXCHANGE, subject_token: subjectToken, subject_token_type: ACCESS_TOKEN };
  return post(origin, "/token", { ...sent, resource: stock, ...changes }, { ...basic(by), ...headers });
}

/** What the client of an API is answered that asks about a token. */
export const introspect = async ({ origin }: Pick<Service, "origin">, token: string, by: ApiName) =>
  (await post(origin, "/introspect", { token }, basic(by))).body;

/**
 * A policy is added, changed and removed by commands; in between its client exchanges a token of alice as if she had
 * come. Returns the signature of the new token.
 */
export async function exchangeActs(
  service: Service,
  command: (argv: readonly string[]) => Promise<unknown>,
): Promise<string> {
  await openExchange(service);
  const about = ["--client", "ordersApi", "--source", orders, "--target", stock, "--scope", "read=count"];
  await command(["exchange-policies", "add", "Support", ...about, "--impersonation"]);
  const { body } = await exchange(service, (await tokensOf(service)).access_token);
  await command(["exchange-policies", "change", "Support", "--max-lifetime", "60", "--may-act"]);
  await command(["exchange-policies", "remove", "Support"]);
  return body.access_token.split(".")[2];
}
