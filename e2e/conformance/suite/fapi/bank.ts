/** The inputs of a check of a FAPI 2 plan: the provider, two clients of an operator, and a person. */
import { randomBytes } from "node:crypto";
import * as oauth from "oauth4webapi";
import { type ScriptedBrowser, scriptedBrowser } from "../../../support/browser/scripted-browser.ts";
import { certificateOptions } from "../../../support/certificate-options.ts";
import { fetchIn, send } from "../../../support/http.ts";
import { type CertifiedKey, makeSelfSigned } from "../../../support/worlds/certificates.ts";
import type { Operator } from "../../../support/worlds/operator.ts";
import { FROM_HEADER } from "../../../support/worlds/tls-proxy.ts";
import { type Account, siteOf, type World } from "../../../support/worlds/world.ts";
import type { FapiCase, Trait } from "../cases.ts";
import { checkJwks } from "../keys.ts";
import { type KeyAlg, newKey, type SigningKey } from "./jwt.ts";

export interface FapiClient {
  readonly id: string;
  readonly redirectUri: string;
  /** The parameters that its redirect URI has. Each response must have them, too. */
  readonly own: Readonly<Record<string, string>>;
  /** Signs its assertions and request objects. */
  readonly key: SigningKey;
  /** With DPoP, its access tokens are bound to this key. */
  readonly dpop: SigningKey;
  /** For mutual TLS: it authenticates with it, its access tokens are bound to it, or both. */
  readonly certificate: CertifiedKey;
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

export const usesCertificates = (bank: Pick<Bank, "running">): boolean =>
  has(bank, "mtls auth") || has(bank, "mtls binding");

type Endpoint = keyof oauth.MTLSEndpointAliases & keyof oauth.AuthorizationServer;

/** The address of an endpoint; that for clients with certificates if the variant has them (RFC 8705 §5). */
export function endpointOf(bank: Pick<Bank, "running" | "server">, name: Endpoint): string {
  const { mtls_endpoint_aliases: aliases } = bank.server;
  return String(usesCertificates(bank) ? aliases?.[name] : bank.server[name]);
}

/** The address of userinfo for the access tokens of a variant. */
export const userinfoOf = (bank: Pick<Bank, "running" | "server">): string =>
  has(bank, "mtls binding") ? endpointOf(bank, "userinfo_endpoint") : String(bank.server.userinfo_endpoint);

/** The address of the resource that the access tokens of a variant are for. */
export const resourceOf = (bank: Pick<Bank, "running" | "world" | "server">): string =>
  isForApi(bank) ? `${bank.world.api}/orders` : userinfoOf(bank);

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
    added(registrar, {}, await keysOf(["ES256", "ES256", "PS256"], await makeSelfSigned("self.rp.test"))),
    added(registrar, query, await keysOf(["PS256", "EdDSA", "ES256"], world.clientCertificate)),
  ]);
  const newBrowser = () => scriptedBrowser(world, from);
  return { world, server, options, from, account, clients, browser: newBrowser(), newBrowser };
}

type ClientKeys = Pick<FapiClient, "key" | "dpop" | "alg" | "certificate">;
type Algs = readonly [key: KeyAlg, dpop: KeyAlg, forIt: string];

async function keysOf([key, dpop, alg]: Algs, certificate: CertifiedKey | undefined): Promise<ClientKeys> {
  if (certificate === undefined) throw new Error("the world has no certificate for clients");
  return { key: await newKey(key), dpop: await newKey(dpop), alg, certificate };
}
type Registrar = Pick<Bank, "world" | "running"> & Pick<BankSurroundings, "operator">;

async function added(registrar: Registrar, own: FapiClient["own"], keys: ClientKeys): Promise<FapiClient> {
  const query = Object.keys(own).length === 0 ? "" : `?${new URLSearchParams(own)}`;
  const redirectUri = `${siteOf(registrar.world, "rp")}/${randomBytes(8).toString("hex")}/callback${query}`;
  const { clientId } = await registrar.operator.addClient(...optionsOf(registrar, redirectUri, keys));
  return { ...keys, id: clientId, redirectUri, own };
}

function optionsOf(registrar: Registrar, redirectUri: string, keys: ClientKeys): readonly string[] {
  const { alg } = keys;
  // What a client may ask for by name is registered for it, too, and no request of the suite has it in its scope.
  const byName = "groups roles organizations";
  const aboutPeople = has(registrar, "openid") ? `openid profile email address phone offline_access ${byName} ` : "";
  return [
    ...["--name", "Conformance check", "--profile", "fapi2", "--redirect-uri", redirectUri],
    ...["--grant-type", "authorization_code", "--grant-type", "refresh_token"],
    ...(has(registrar, "mtls auth") ? certificateOptions(registrar.world, keys.certificate) : keyOptions(keys)),
    ...(has(registrar, "mtls binding") ? ["--tls-client-certificate-bound-access-tokens"] : []),
    ...["--scope", `${aboutPeople}orders:read`, "--id-token-signed-response-alg", alg],
    ...(has(registrar, "rar") ? ["--authorization-details-type", "payment"] : []),
    ...(has(registrar, "signed requests") ? ["--require-signed-request-object"] : []),
    ...(has(registrar, "jarm") ? ["--response-mode", "jwt", "--authorization-signed-response-alg", alg] : []),
    ...(has(registrar, "jarm") ? ["--introspection-signed-response-alg", alg] : []),
  ];
}

function keyOptions({ key }: ClientKeys): readonly string[] {
  // Without `alg` in the key, only the profile decides how it may sign.
  const jwks = { keys: [{ ...key.publicJwk, kid: key.kid, use: "sig" }] };
  return ["--token-endpoint-auth-method", "private_key_jwt", "--jwks", JSON.stringify(jwks)];
}
