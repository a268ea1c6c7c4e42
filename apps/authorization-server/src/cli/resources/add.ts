import type { ScopeTexts } from "@countersign/rules";
import { Command } from "commander";
import { addResourceServer } from "../../administration/resource-servers.ts";
import { resourceShape } from "../../configuration/resource-shape.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";
import { assertAbout, assertDefined, recordOf } from "./record.ts";
import { RESOURCE_OPTIONS, withSettings } from "./shape.ts";

interface AddResourceOptions {
  readonly name: string;
  readonly scope: string;
  readonly roleScope?: string;
  readonly scopeText?: ScopeTexts;
  readonly accessTokenSigningAlg: string;
  readonly accessTokenTtl: string;
  readonly accessTokenTyp: string;
  readonly listed?: true;
  readonly dpopBoundAccessTokensRequired?: true;
}

/** `resources add`: creates a resource server. */
export function addResource(context: Context): Command {
  const command = new Command("add")
    .description(
      "add a resource server; clients name it as `resource`, and are allowed its scopes by `clients add --scope`",
    )
    .argument("<identifier>", "its address: the audience of its access tokens")
    .requiredOption("--name <name>", "the name that people see")
    .requiredOption("--scope <scopes>", "the scopes that it defines, separated by spaces");
  withSettings(command, { alg: "ES256", ttl: "300", typ: "at+jwt" });

  return reporting(command, context, async (identifier: string, options: AddResourceOptions): Promise<Report> => {
    const { name, scope: scopes, accessTokenSigningAlg, accessTokenTtl: accessTokenTtlSeconds } = options;
    const { accessTokenTyp } = options;
    const listed = options.listed === true;
    const dpopBoundAccessTokensRequired = options.dpopBoundAccessTokensRequired === true;
    const about = {
      accessTokenSigningAlg,
      accessTokenTtlSeconds,
      accessTokenTyp,
      listed,
      dpopBoundAccessTokensRequired,
    };
    const given = {
      ...{ identifier, name, scopes, roleScopes: options.roleScope, scopeTexts: options.scopeText },
      ...about,
    };
    const validated = validate(resourceShape, given, "the resource server", RESOURCE_OPTIONS);
    const { roleScopes = [], scopeTexts = {}, ...shaped } = validated;
    assertDefined(roleScopes, shaped.scopes);
    assertAbout(scopeTexts, shaped.scopes);
    const resource = { ...shaped, roleScopes, scopeTexts };

    const added = await withDatabase(context, (database) => addResourceServer(database, resource, byOperator(context)));
    if (!added) throw refusal(`there is a resource server ${identifier} already`);
    const record = recordOf({ ...resource, disabledAt: null });
    return { json: record, text: properties(record) };
  });
}
