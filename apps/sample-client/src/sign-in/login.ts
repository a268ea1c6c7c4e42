/** /login: sends the browser to the provider. */
import type { Request, RequestHandler } from "express";
import { randomNonce, randomPKCECodeVerifier, randomState, type ServerMetadata } from "openid-client";
import type { Config } from "../config.ts";
import type { Dependencies } from "../dependencies.ts";
import { ProtocolError } from "../errors.ts";
import { localPath } from "../provider/urls.ts";
import { authorizationUrlOf } from "./authorization-url.ts";
import { implicitResponse } from "./response-type.ts";
import { withOfflineAccess, withoutOfflineAccess } from "./scopes.ts";
import type { Transaction } from "./transactions.ts";

export function login({
  config,
  provider,
  transactions,
  now,
}: Pick<Dependencies, "config" | "provider" | "transactions" | "now">): RequestHandler {
  return async (req, res) => {
    const configuration = await provider.configuration();
    const common = {
      state: randomState(),
      nonce: randomNonce(),
      returnTo: localPath(req.query.returnTo),
      startedAt: now(),
    };

    // The request selects one of three buttons and a page of this client to return to. All other values are made
    // here, so nobody can send a person to this page with values of their own.
    const transaction: Transaction = { ...common, ...flowOf(req, config, configuration.serverMetadata()) };
    await transactions.begin(req, res, transaction);
    res.redirect(303, (await authorizationUrlOf(configuration, config, transaction)).href);
  };
}

/** The values that differ between the flows. */
function flowOf({ query: { flow } }: Request, { scope, clientSecret }: Config, metadata: ServerMetadata) {
  if (flow !== "implicit") {
    const asked = flow === "offline" ? withOfflineAccess(scope) : scope;
    return { flow: "code", scope: asked, codeVerifier: randomPKCECodeVerifier() } as const;
  }

  const response = implicitResponse(metadata, clientSecret !== undefined);
  if (response === undefined) {
    throw new ProtocolError("flow_unavailable", "discovery offers no implicit flow we can check");
  }
  // OIDC Core §11: offline_access has no meaning if no code is issued.
  return { flow: "implicit", scope: withoutOfflineAccess(scope), ...response } as const;
}
