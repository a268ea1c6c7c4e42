/** What a configuration has to know of the deployment, as the environment of a command has it. */

import { CONSOLE_CLIENT_ID } from "../../admin-api/console-client.ts";
import { administrationResource } from "../../admin-api/environment.ts";
import { prepareKeys } from "../../clients/prepare-keys.ts";
import type { Deployment } from "../../configuration/kind.ts";
import { sealedTexts } from "../../keys/sealed-texts.ts";
import { ensureKey, secretsFor } from "../clients/keys.ts";
import { configurationEnvironment, readVariables } from "../config.ts";
import type { Context } from "../context.ts";
import { withDatabase } from "../database.ts";

export async function deploymentIn(context: Context): Promise<Deployment> {
  const given = await readVariables(configurationEnvironment, context.environment);
  const { ISSUER: issuer, USERINFO_RESOURCE: userinfoResource, KEY_ENCRYPTION_KEYS: keys } = given;
  return {
    administration: administrationResource(given),
    console: CONSOLE_CLIENT_ID,
    own: issuer === undefined ? undefined : { issuer, userinfoResource },
    sealClientSecret: async (secret, clientId, use) => (await secretsFor(use, context)).seal(secret, clientId, use),
    texts: keys && sealedTexts(keys),
    // In a transaction of its own: the key has to be published before the client is used.
    prepareKeys: (metadata) =>
      withDatabase(context, (database) => prepareKeys(metadata, (alg) => ensureKey(alg, database, context))),
  };
}
