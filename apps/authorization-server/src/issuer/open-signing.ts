/** Builds what signs tokens, and what makes claims for clients, from the configuration. */
import { ACCESS_TOKEN_ALGS, ENCRYPTION_KEY_ALGS } from "@countersign/jwt";
import type { Config } from "../config.ts";
import { tokenSettings } from "../config.ts";
import type { Dependencies } from "../dependencies.ts";
import { hookStore } from "../platform/stores/hooks/hooks.ts";
import { openHooks } from "./hooks/hooks.ts";
import { type KeyRingOptions, openKeyRing } from "./keys/key-ring.ts";
import { sealedTexts } from "./keys/sealed-texts.ts";
import { openClaimMapper } from "./tokens/mapping/mapper.ts";
import { openTokens } from "./tokens/token-issuer.ts";

export const openSigning = (
  config: Config,
  {
    keys,
    clientKeys,
    users,
    userinfo,
    roles,
    database,
    now,
    log,
  }: Pick<Dependencies, "keys" | "clientKeys" | "users" | "userinfo" | "roles" | "database" | "now" | "log">,
) => {
  const mapper = openClaimMapper(log);
  const texts = sealedTexts(config.KEY_ENCRYPTION_KEYS);
  const hooks = openHooks({ store: hookStore(database), texts, config, now, log });
  const tokens = openTokens({
    keys,
    clientKeys,
    keyEncryptionKeys: config.KEY_ENCRYPTION_KEYS,
    claimsBehind: users.claimsBehind,
    membershipsBehind: userinfo.find,
    groupsBehind: roles.groupsBehind,
    personBehind: roles.personBehind,
    mapper,
    hooks,
    settings: tokenSettings(config),
  });
  return { ...tokens, mapper, hooks };
};

/** The ring of signing keys. */
export const openKeys = (config: Config, parts: Pick<KeyRingOptions, "store" | "now" | "log">) =>
  openKeyRing({
    ...parts,
    keyEncryptionKeys: config.KEY_ENCRYPTION_KEYS,
    algs: [...ACCESS_TOKEN_ALGS, ...ENCRYPTION_KEY_ALGS],
  });
