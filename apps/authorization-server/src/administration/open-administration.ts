/** The dependencies of the administration API and of SCIM. */
import { type Config, limitSettings, storedLifetimes } from "../config.ts";
import type { Dependencies } from "../dependencies.ts";
import { openLimits } from "../limits.ts";
import { durableStores } from "../platform/stores/durable.ts";
import { looksDrafts } from "../platform/stores/looks-drafts.ts";
import type { Ways } from "../platform/stores/open-stores.ts";

/**
 * The same dependencies, by connections of their own (decision 123). Things in memory stay those of the process: caches
 * that an act empties, and the key ring.
 */
export const forAdministration = (deps: Dependencies, { database, ephemeral }: Ways, config: Config): Dependencies => ({
  ...deps,
  ...durableStores(database, storedLifetimes(config), config.KEY_ENCRYPTION_KEYS),
  database,
  resources: deps.resources,
  proofs: ephemeral.store,
  limits: openLimits(ephemeral, limitSettings(config)),
  looksDrafts: looksDrafts(ephemeral),
});
