import { ACCESS_TOKEN_ALGS, ACCESS_TOKEN_TYPS, type AccessTokenTyp } from "@countersign/jwt";
import { type Command, InvalidArgumentError, Option } from "commander";

interface ResourceDefaults {
  readonly alg?: string;
  readonly ttl?: string;
  readonly typ?: AccessTokenTyp;
}

/** Collects the texts of scopes. An empty text adds nothing: with it, `resources change` removes all. */
function textInto(given: string, before: Readonly<Record<string, string>> = {}): Readonly<Record<string, string>> {
  if (given === "") return before;
  const at = given.indexOf("=");
  if (at <= 0) throw new InvalidArgumentError("expected scope=text");
  return { ...before, [given.slice(0, at)]: given.slice(at + 1) };
}

/** The options and the argument, by the members of a resource server. */
export const RESOURCE_OPTIONS = {
  identifier: "<identifier>",
  name: "--name",
  scopes: "--scope",
  roleScopes: "--role-scope",
  scopeTexts: "--scope-text",
  accessTokenSigningAlg: "--access-token-signing-alg",
  accessTokenTtlSeconds: "--access-token-ttl",
  accessTokenTyp: "--access-token-typ",
  listed: "--listed",
  dpopBoundAccessTokensRequired: "--dpop-bound-access-tokens-required",
} as const;

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
    .option(
      "--scope-text <scope=text>",
      "what a scope is called for people, as `orders:read=See your orders`, or in a language, as " +
        "`orders:read#de=…`; the texts that are given replace all others; repeatable",
      textInto,
      undefined,
    )
    .option("--listed", "list it as one of protected_resources in the metadata of this server")
    .option("--dpop-bound-access-tokens-required", "issue only access tokens for it that a DPoP proof binds to a key");
