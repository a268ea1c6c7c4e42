import type { ScopeTexts } from "@countersign/rules";
import { Command } from "commander";
import { changeResourceServer } from "../../administration/resource-servers.ts";
import { resourceShape } from "../../configuration/resource-shape.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";
import { assertAbout, assertDefined, assertNotConfigured, recordOf, resourceOf } from "./record.ts";
import { RESOURCE_OPTIONS, withSettings } from "./shape.ts";

interface ChangeResourceOptions {
  readonly name?: string;
  readonly scope?: string;
  readonly roleScope?: string;
  readonly scopeText?: ScopeTexts;
  readonly accessTokenSigningAlg?: string;
  readonly accessTokenTtl?: string;
  readonly accessTokenTyp?: string;
  readonly listed?: boolean;
  readonly dpopBoundAccessTokensRequired?: boolean;
}

const changesShape = resourceShape.omit({ identifier: true }).partial();

/** `resources change`: changes what is given of a resource server, and leaves the rest. */
export function changeResource(context: Context): Command {
  const command = new Command("change")
    .description("change a resource server: new tokens follow after two seconds")
    .argument("<identifier>", "as `resources list` shows it")
    .option("--name <name>", "the name that people see")
    .option("--scope <scopes>", "all the scopes that it defines from now on, separated by spaces");
  withSettings(command, {})
    .option("--no-listed", "do not list it")
    .option("--no-dpop-bound-access-tokens-required", "issue also access tokens for it that are bound to no key");

  return reporting(command, context, async (identifier: string, options: ChangeResourceOptions): Promise<Report> => {
    const { name, scope: scopes, accessTokenSigningAlg, accessTokenTtl: accessTokenTtlSeconds, listed } = options;
    const { accessTokenTyp, dpopBoundAccessTokensRequired } = options;
    const about = {
      accessTokenSigningAlg,
      accessTokenTtlSeconds,
      accessTokenTyp,
      listed,
      dpopBoundAccessTokensRequired,
    };
    const given = { name, scopes, roleScopes: options.roleScope, scopeTexts: options.scopeText, ...about };
    const changes = validate(changesShape, given, "the resource server", RESOURCE_OPTIONS);
    const { name: _, listed: __, ...configured } = changes;
    if (!isGiven(changes)) throw refusal("nothing to change is given");

    const record = await withDatabase(context, async (database) => {
      const before = await resourceOf(database, identifier);
      if (isGiven(configured)) await assertNotConfigured(before, context);
      assertDefined(changes.roleScopes ?? [], changes.scopes ?? before.scopes);
      assertAbout(changes.scopeTexts ?? before.scopeTexts ?? {}, changes.scopes ?? before.scopes);
      await changeResourceServer(database, identifier, changes, byOperator(context));
      return recordOf(await resourceOf(database, identifier));
    });
    return { json: record, text: properties(record) };
  });
}

const isGiven = (changes: object) => Object.values(changes).some((value) => value !== undefined);
