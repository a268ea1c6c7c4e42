/** /login: sends the browser to the provider. */
import type { RequestHandler } from "express";
import { randomNonce, randomState } from "openid-client";
import type { Dependencies } from "../dependencies.ts";
import { localPath } from "../provider/urls.ts";
import { destinationOf } from "./authorization-url.ts";
import { requestOf } from "./requests.ts";
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

    // The request selects one of the buttons and a page of this client to return to. All other values are made
    // here, so no link can send a person to this page with values of their own.
    const transaction: Transaction = {
      ...common,
      ...requestOf(req.query.flow, config, configuration.serverMetadata()),
    };
    await transactions.begin(req, res, transaction);
    res.redirect(303, (await destinationOf(configuration, config, transaction)).href);
  };
}
