import { ACCESS_TOKEN_ALGS } from "@countersign/jwt";
import { type Command, Option } from "commander";

/** Adds the options that both commands have. */
export const withSettings = (command: Command, defaults: { readonly alg?: string; readonly ttl?: string }): Command =>
  command
    .addOption(
      new Option("--access-token-signing-alg <alg>", "what its access tokens are signed with")
        .choices(ACCESS_TOKEN_ALGS)
        .default(defaults.alg),
    )
    .option("--access-token-ttl <seconds>", "the lifetime of its access tokens, 60 to 3600", defaults.ttl)
    .option("--role-scope <scopes>", 'those of its scopes that a person gets only by a role; "" for none')
    .option("--listed", "list it as one of protected_resources in the metadata of this server")
    .option("--dpop-bound-access-tokens-required", "issue only access tokens for it that a DPoP proof binds to a key");
