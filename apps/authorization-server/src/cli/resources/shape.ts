import { ACCESS_TOKEN_ALGS, ACCESS_TOKEN_TYPS, type AccessTokenTyp } from "@countersign/jwt";
import { type Command, Option } from "commander";

interface ResourceDefaults {
  readonly alg?: string;
  readonly ttl?: string;
  readonly typ?: AccessTokenTyp;
}

/** Adds the options that both commands have. */
export const withSettings = (command: Command, defaults: ResourceDefaults): Command =>
  command
    .addOption(
      new Option("--access-token-signing-alg <alg>", "what its access tokens are signed with")
        .choices(ACCESS_TOKEN_ALGS)
        .default(defaults.alg),
    )
    .option("--access-token-ttl <seconds>", "the lifetime of its access tokens, 60 to 3600", defaults.ttl)
    .addOption(
      new Option("--access-token-typ <typ>", "the typ of its access tokens: JWT for a library that refuses at+jwt")
        .choices(ACCESS_TOKEN_TYPS)
        .default(defaults.typ),
    )
    .option("--role-scope <scopes>", 'those of its scopes that a person gets only by a role; "" for none')
    .option("--listed", "list it as one of protected_resources in the metadata of this server")
    .option("--dpop-bound-access-tokens-required", "issue only access tokens for it that a DPoP proof binds to a key");
