/** /login: sends the browser to the provider (RFC 6749 §4.1.1 and §4.2.1, OIDC Core §3.1.2.1 and §3.2.2.1). */
import type { Request, RequestHandler } from "express";
import {
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from "openid-client";
import type { Config } from "./config.ts";
import type { Dependencies } from "./dependencies.ts";
import { ProtocolError } from "./errors.ts";
import { implicitResponse } from "./response-type.ts";
import { withOfflineAccess, withoutOfflineAccess } from "./scopes.ts";
import type { CodeTransaction, ImplicitTransaction } from "./transactions.ts";
import { localPath } from "./urls.ts";

interface Departure {
  readonly configuration: Configuration;
  readonly config: Config;
  readonly returnTo: string;
  readonly startedAt: Date;
}

export function login({
  config,
  provider,
  transactions,
  now,
}: Pick<Dependencies, "config" | "provider" | "transactions" | "now">): RequestHandler {
  return async (req, res) => {
    const configuration = await provider.configuration();
    const departure = { configuration, config, returnTo: localPath(req.query.returnTo), startedAt: now() };

    // The request chooses between three buttons and a page of ours to return to. Everything else is made
    // here, so nobody can send a person to this page with values of their own.
    const transaction = await departureOf(req)(departure);
    transactions.begin(req, res, transaction);
    res.redirect(303, transaction.authorizationUrl);
  };
}

function departureOf(req: Request): (departure: Departure) => Promise<CodeTransaction> | ImplicitTransaction {
  if (req.query.flow === "implicit") return implicitFlow;
  if (req.query.flow !== "offline") return codeFlow;
  return (departure) => {
    const scope = withOfflineAccess(departure.config.scope);
    return codeFlow({ ...departure, config: { ...departure.config, scope } });
  };
}

async function codeFlow({ configuration, config, returnTo, startedAt }: Departure): Promise<CodeTransaction> {
  const state = randomState();
  const nonce = randomNonce();
  const codeVerifier = randomPKCECodeVerifier();
  // OIDC Core §11: access while the person is away needs their consent, seen on a page each time.
  const prompt = config.scope.split(" ").includes("offline_access") ? { prompt: "consent" } : {};

  const authorizationUrl = buildAuthorizationUrl(configuration, {
    response_type: "code",
    redirect_uri: config.redirectUri,
    scope: config.scope,
    ...prompt,
    state,
    nonce,
    // RFC 7636 §4.3: the provider keeps the hash, the secret itself goes with the code later.
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
  }).href;
  return { flow: "code", scope: config.scope, state, nonce, codeVerifier, authorizationUrl, returnTo, startedAt };
}

function implicitFlow({ configuration, config, returnTo, startedAt }: Departure): ImplicitTransaction {
  const asked = implicitResponse(configuration.serverMetadata(), config.clientSecret !== undefined);
  if (asked === undefined)
    throw new ProtocolError("flow_unavailable", "discovery offers no implicit flow we can check");

  const state = randomState();
  const nonce = randomNonce();
  // OIDC Core §11: offline_access means nothing where no code is issued.
  const scope = withoutOfflineAccess(config.scope);
  // The library's Configuration for the code flow builds this URL as well: nothing in it depends on the flow.
  const authorizationUrl = buildAuthorizationUrl(configuration, {
    response_type: asked.responseType,
    redirect_uri: config.redirectUri,
    scope,
    state,
    // OIDC Core §3.2.2.1: required with an ID token, which carries it back; a bare token has nowhere to carry it.
    ...(asked.kind === "id_token" ? { nonce } : {}),
  }).href;
  return { flow: "implicit", kind: asked.kind, scope, state, nonce, authorizationUrl, returnTo, startedAt };
}
