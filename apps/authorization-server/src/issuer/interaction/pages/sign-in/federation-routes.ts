/** The pages of a sign-in at another provider, by path. */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../../../dependencies.ts";
import { paths } from "../../../../paths.ts";
import { federationCallback } from "../../federation/callback.ts";
import { federated } from "./federated.ts";

/**
 * @param caller of pages of a request
 * @param ofAccount answers a person who connects an identity on the page of their account
 */
export const federationRoutes = <C>(deps: Dependencies, caller: C, ofAccount: Handler) => ({
  [paths.federated]: { caller, methods: federated(deps) },
  // GET may sign in.
  [paths.federationCallback]: { caller, changing: true, methods: federationCallback(deps, ofAccount) },
});
