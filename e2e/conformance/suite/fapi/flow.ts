/** A whole flow of a FAPI 2 plan. Each part of it is checked. */
import { expect } from "@playwright/test";
import type { ScriptedBrowser } from "../../../support/browser/scripted-browser.ts";
import type { Parameters } from "../authorization.ts";
import type { Claims } from "../claims.ts";
import { addressOf, codeAt, type FapiRequest, type Pushing, pushed, requestOf, visit } from "./authorization.ts";
import { type Bank, type FapiClient, isForApi } from "./bank.ts";
import type { Form } from "./requests.ts";
import {
  checkDetails,
  checkResource,
  checkTokens,
  type FapiTokens,
  idTokenOf,
  type Redemption,
  redeem,
} from "./tokens.ts";

export interface FlowOptions {
  readonly client?: FapiClient;
  readonly browser?: ScriptedBrowser;
  /** Changes of the authorization request. */
  readonly parameters?: Parameters;
  readonly pushing?: Pushing;
  /** Parameters at the authorization endpoint in addition to the two that are needed. */
  readonly outside?: Form;
  readonly redemption?: Redemption;
}

export interface Granted {
  readonly request: FapiRequest;
  readonly code: string;
}

/** Runs a flow up to the code. */
export async function codeOf(bank: Bank, options: FlowOptions = {}): Promise<Granted> {
  const { client = bank.clients[0], browser = bank.browser, parameters, pushing, outside } = options;
  const request = await requestOf(bank, client, parameters);
  const requestUri = await pushed(bank, request, pushing);
  const landing = await visit(bank, addressOf(bank, client, requestUri, outside), { browser });
  return { request, code: await codeAt(bank, request, landing) };
}

export interface Outcome extends Granted {
  readonly tokens: FapiTokens;
  readonly idToken: Claims;
  readonly resource: Claims;
}

/** Runs a flow from the pushed request to the resource. */
export async function runFlow(bank: Bank, options: FlowOptions = {}): Promise<Outcome> {
  return complete(bank, await codeOf(bank, options), options.redemption);
}

/** Redeems a code, and checks all that it yields. */
export async function complete(bank: Bank, granted: Granted, redemption: Redemption = {}): Promise<Outcome> {
  const { request, code } = granted;
  const key = redemption.dpop ?? request.client.dpop;
  const tokens = await checkTokens(bank, await redeem(bank, request, code, redemption), request.client, key);
  checkDetails(bank, tokens);
  const idToken = await idTokenOf(bank, tokens, { request, code });
  const resource = await checkResource(bank, request.client, tokens.access_token, { dpop: key });
  // OIDC Core §5.3.2
  if (!isForApi(bank)) expect(resource.sub).toBe(idToken.sub);
  return { ...granted, tokens, idToken, resource };
}
