/** What a configuration has to know of the deployment, as this API knows it. */

import type { Dependencies } from "../../dependencies.ts";
import { prepareKeys } from "../../issuer/clients/prepare-keys.ts";
import type { Deployment } from "../configuration/kinds/kind.ts";
import { CONSOLE_CLIENT_ID } from "./standing/console-client.ts";

/** @param resource the identifier of this API; undefined if it is off */
export const deploymentOf = (
  resource: string | undefined,
  { issuer, userinfoResource, clientSecrets, sealedTexts, keys, webhookDeliveries }: Dependencies,
): Deployment => ({
  administration: resource,
  console: CONSOLE_CLIENT_ID,
  own: { issuer, userinfoResource: userinfoResource.identifier },
  sealClientSecret: async (secret, clientId, use) => clientSecrets.seal(secret, clientId, use),
  texts: sealedTexts,
  targetProblem: (url) =>
    webhookDeliveries.reaches(url) ? undefined : "must be https, at port 443 of a public address, without credentials",
  prepareKeys: (metadata) => prepareKeys(metadata, keys.ensure),
});
