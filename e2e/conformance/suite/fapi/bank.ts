/** The inputs of a check of a FAPI 2 plan: the provider, two clients of an operator, and a person. */
import { randomBytes } from "node:crypto";
import * as oauth from "oauth4webapi";
import { fetchIn, send } from "../../../support/http.ts";
import type { Operator } from "../../../support/operator.ts";
import { type ScriptedBrowser, scriptedBrowser } from "../../../support/scripted-browser.ts";
import { FROM_HEADER } from "../../../support/tls-proxy.ts";
import { type Account, siteOf, type World } from "../../../support/world.ts";
import type { FapiCase, Trait } from "../cases.ts";
import { checkJwks } from "../keys.ts";
import { newKey, type SigningKey } from "./jwt.ts";

export interface FapiClient {
  readonly id: string;
  readonly redirectUri: string;
  /** The parameters that its redirect URI has. Each response must have them, too. */
  readonly own: Readonly<Record<string, string>>;
  /** Signs its assertions and request objects. */
  readonly key: SigningKey;
  /** Its access tokens are bound to this key. */
  readonly dpop: SigningKey;
  /** The algorithm that it registered for what is signed for it: ID tokens, responses, introspection. */
  readonly alg: string;
}

export interface Bank {
  readonly world: World;
  readonly running: FapiCase;
  readonly server: oauth.AuthorizationServer;
  /** The options for every call of oauth4webapi. */
  readonly options: { readonly [oauth.customFetch]: never };
  readonly from: Readonly<Record<string, string>>;
  readonly account: Account;
  /** Their keys are of different types. The redirect URI of the second one has a query. */
  readonly clients: readonly [FapiClient, FapiClient];
  /** The browser of a person. After the first flow, they are signed in. */
  readonly browser: ScriptedBrowser;
  newBrowser(): ScriptedBrowser;
}

export const has = ({ running }: Pick<Bank, "running">, trait: Trait): boolean => running.traits.includes(trait);

/** The address of the resource that the access tokens of a variant are for. */
export const resourceOf = (bank: Pick<Bank, "running" | "world" | "server">): string =>
  isForApi(bank) ? `${bank.world.api}/orders` : String(bank.server.userinfo_endpoint);

/** Whether access tokens are for the sample API, and not for userinfo. */
export const isForApi = (bank: Pick<Bank, "running">): boolean => has(bank, "rar") || !has(bank, "openid");

export interface BankSurroundings {
  readonly world: World;
  readonly running: FapiCase;
  readonly account: Account;
  readonly operator: Operator;
}

type Shared = Omit<Bank, "running">;
const opened = new Map<string, Promise<Shared>>();

/** The bank of a variant. All checks of this process share it: an operator added its clients before. */
export async function openBank(surroundings: BankSurroundings): Promise<Bank> {
  const { running } = surroundings;
  const found = opened.get(running.profile) ?? open(surroundings);
  opened.set(running.profile, found);
  return { ...(await found), running };
}

async function open({ world, running, account, operator }: BankSurroundings): Promise<Shared> {
  const from = { [FROM_HEADER]: `10.${[...randomBytes(3)].join(".")}` };
  const options = { [oauth.customFetch]: fetchIn(world) as never };
  const issuer = new URL(world.issuer);
  // Without OpenID Connect, clients read the document of RFC 8414.
  const algorithm = has({ running }, "openid") ? "oidc" : "oauth2";
  const answer = await oauth.discoveryRequest(issuer, { ...options, algorithm });
  const server = await oauth.processDiscoveryResponse(issuer, answer);
  await checkJwks(JSON.parse((await send(world, String(server.jwks_uri))).body));

  const registrar = { world, running, operator };
  const query = { dummy1: "lorem", dummy2: "ipsum" };
  const clients = await Promise.all([
    added(registrar, {}, { key: await newKey("ES256"), dpop: await newKey("ES256"), alg: "PS256" }),
    added(registrar, query, { key: await newKey("PS256"), dpop: await newKey("EdDSA"), alg: "ES256" }),
  ]);
  const newBrowser = () => scriptedBrowser(world, from);
  return { world, server, options, from, account, clients, browser: newBrowser(), newBrowser };
}

type ClientKeys = Pick<FapiClient, "key" | "dpop" | "alg">;
type Registrar = Pick<Bank, "world" | "running"> & Pick<BankSurroundings, "operator">;

async function added(registrar: Registrar, own: FapiClient["own"], keys: ClientKeys): Promise<FapiClient> {
  const query = Object.keys(own).length === 0 ? "" : `?${new URLSearchParams(own)}`;
  const redirectUri = `${siteOf(registrar.world, "rp")}/${randomBytes(8).toString("hex")}/callback${query}`;
  const { clientId } = await registrar.operator.addClient(...optionsOf(registrar, redirectUri, keys));
  return { ...keys, id: clientId, redirectUri, own };
}

function optionsOf(registrar: Registrar, redirectUri: string, { key, alg }: ClientKeys): readonly string[] {
  // Without `alg` in the key, the profile alone decides how it may sign.
  const jwks = { keys: [{ ...key.publicJwk, kid: key.kid, use: "sig" }] };
  const aboutPeople = has(registrar, "openid") ? "openid profile email address phone offline_access " : "";
  return [
    ...["--name", "Conformance check", "--profile", "fapi2", "--redirect-uri", redirectUri],
    ...["--grant-type", "authorization_code", "--grant-type", "refresh_token"],
    ...["--token-endpoint-auth-method", "private_key_jwt", "--jwks", JSON.stringify(jwks)],
    ...["--scope", `${aboutPeople}orders:read`, "--id-token-signed-response-alg", alg],
    ...(has(registrar, "rar") ? ["--authorization-details-type", "payment"] : []),
    ...(has(registrar, "signed requests") ? ["--require-signed-request-object"] : []),
    ...(has(registrar, "jarm") ? ["--response-mode", "jwt", "--authorization-signed-response-alg", alg] : []),
    ...(has(registrar, "jarm") ? ["--introspection-signed-response-alg", alg] : []),
  ];
}
