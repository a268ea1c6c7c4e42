/** What a configuration has to know of the deployment, as the environment of a command has it. */

import { administrationResource } from "../../administration/api/environment.ts";
import { CONSOLE_CLIENT_ID } from "../../administration/api/standing/console-client.ts";
import type { Deployment } from "../../administration/configuration/kinds/kind.ts";
import type { Declared } from "../../administration/configuration/kinds/kinds.ts";
import { prepareKeys } from "../../issuer/clients/prepare-keys.ts";
import { sealedTexts } from "../../issuer/keys/sealed-texts.ts";
import { ensureKey, secretsFor } from "../clients/keys.ts";
import type { Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { configurationEnvironment, readVariables, webhookEnvironment } from "../config.ts";

/** @param declared by a configuration: what it needs is loaded */
export async function deploymentIn(context: Context, declared: Declared = {}): Promise<Deployment> {
  const given = await readVariables(configurationEnvironment, context.environment);
  const { ISSUER: issuer, USERINFO_RESOURCE: userinfoResource, KEY_ENCRYPTION_KEYS: keys } = given;
  return {
    administration: administrationResource(given),
    console: CONSOLE_CLIENT_ID,
    own: issuer === undefined ? undefined : { issuer, userinfoResource },
    sealClientSecret: async (secret, clientId, use) => (await secretsFor(use, context)).seal(secret, clientId, use),
    texts: keys && sealedTexts(keys),
    targetProblem:
      [...(declared.webhooks ?? []), ...(declared.trusted_issuers ?? [])].length === 0
        ? () => undefined
        : await targetProblemIn(context),
    // In a transaction of its own: the key has to be published before the client is used.
    prepareKeys: (metadata) =>
      withDatabase(context, (database) => prepareKeys(metadata, (alg) => ensureKey(alg, database, context))),
  };
}

async function targetProblemIn({ environment }: Context): Promise<Deployment["targetProblem"]> {
  const settings = await readVariables(webhookEnvironment, environment);
  const { webhookTargetProblem } = await import("../../platform/jobs/outbox/webhook-target.ts");
  return (url) => webhookTargetProblem(url, settings);
}
