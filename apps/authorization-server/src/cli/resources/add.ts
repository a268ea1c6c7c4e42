import { ACCESS_TOKEN_ALGS } from "@countersign/jwt";
import { isPersonScope, parseScope } from "@countersign/rules";
import { Command, Option } from "commander";
import { z } from "zod";
import { addResourceServer } from "../../administration/resource-servers.ts";
import { byOperator, type Context } from "../context.ts";
import { withDatabase } from "../database.ts";
import { validate } from "../input.ts";
import { refusal } from "../refusal.ts";
import { properties, type Report, reporting } from "../report.ts";
import { recordOf } from "./record.ts";

const resourceShape = z.object({
  // RFC 8707 §2: an absolute URI without a fragment.
  identifier: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .regex(/^[^#]*$/, "must not have a fragment"),
  name: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .regex(/^[^\p{Cc}\p{Cf}]*$/u, "has characters that cannot be seen"),
  scopes: z
    .string()
    .max(2000)
    .transform((text, context) => {
      try {
        return parseScope(text);
      } catch (err) {
        context.addIssue({ code: "custom", message: (err as Error).message });
        return z.NEVER;
      }
    })
    .refine((scopes) => !scopes.some(isPersonScope), "must not be those of OpenID Connect: /userinfo has them"),
  accessTokenSigningAlg: z.enum(ACCESS_TOKEN_ALGS),
  accessTokenTtlSeconds: z.coerce.number().int().min(60).max(3600),
});

interface AddResourceOptions {
  readonly name: string;
  readonly scope: string;
  readonly accessTokenSigningAlg: string;
  readonly accessTokenTtl: string;
}

/** `resources add`: creates a resource server. */
export function addResource(context: Context): Command {
  const command = new Command("add")
    .description(
      "add a resource server; clients name it as `resource`, and are allowed its scopes by `clients add --scope`",
    )
    .argument("<identifier>", "its address: the audience of its access tokens, compared byte by byte")
    .requiredOption("--name <name>", "its name")
    .requiredOption("--scope <scopes>", "the scopes that it defines, separated by spaces")
    .addOption(
      new Option("--access-token-signing-alg <alg>", "what its access tokens are signed with")
        .choices(ACCESS_TOKEN_ALGS)
        .default("ES256"),
    )
    .option("--access-token-ttl <seconds>", "the lifetime of its access tokens, 60 to 3600", "300");

  return reporting(command, context, async (identifier: string, options: AddResourceOptions): Promise<Report> => {
    const { name, scope: scopes, accessTokenSigningAlg, accessTokenTtl: accessTokenTtlSeconds } = options;
    const given = { identifier, name, scopes, accessTokenSigningAlg, accessTokenTtlSeconds };
    const resource = validate(resourceShape, given, "the resource server");

    const added = await withDatabase(context, (database) => addResourceServer(database, resource, byOperator(context)));
    if (!added) throw refusal(`there is a resource server ${identifier} already`);
    const record = recordOf(resource);
    return { json: record, text: properties(record) };
  });
}
