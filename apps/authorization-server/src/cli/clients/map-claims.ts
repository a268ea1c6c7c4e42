import { isDeepStrictEqual } from "node:util";
import { Command } from "commander";
import { z } from "zod";
import { claimMappingOf, setClaimMapping } from "../../administration/clients/claim-mappings.ts";
import { type ClaimMapping, MOST_CLAIMS, openClaimMapper } from "../../issuer/tokens/mapping/mapper.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { readJsonObject, validate } from "../command/input.ts";
import { refusal } from "../command/refusal.ts";
import { properties, type Report, reporting } from "../command/report.ts";

const fileShape = z.strictObject({
  claims: z
    .record(z.string().max(100), z.string().max(1000))
    .refine((made) => Object.keys(made).length <= MOST_CLAIMS, `has more than ${MOST_CLAIMS} claims`),
  examples: z
    .array(
      z.strictObject({
        claims: z.record(z.string(), z.unknown()),
        groups: z.array(z.string()).default([]),
        scopes: z.array(z.string()).default([]),
        gives: z.record(z.string(), z.unknown()),
      }),
    )
    .default([]),
});

interface Options {
  readonly file?: string;
  readonly none?: true;
}

/** `clients map-claims`: prints, replaces or removes the claims that are made for a client. */
export function mapClaims(context: Context): Command {
  const command = new Command("map-claims")
    .description("print, replace or remove the claims that are made for a client by expressions")
    .argument("<client_id>")
    .option("--file <path>", "a JSON file with `claims`, an expression for each, and `examples`")
    .option("--none", "make no claims any more");

  return reporting(command, context, async (clientId: string, { file, none }: Options): Promise<Report> => {
    if (file !== undefined && none) throw refusal("give --file or --none");
    const mapping = none ? {} : await mappingIn(file, clientId);
    const held = await withDatabase(context, async (database) => {
      if (mapping !== undefined) await setClaimMapping(database, { clientId, mapping }, byOperator(context));
      return claimMappingOf(database, clientId);
    });
    if (held === undefined) throw refusal(`there is no client ${clientId}`);
    const isEmpty = Object.keys(held).length === 0;
    return { json: held, text: isEmpty ? "No claims are made for this client." : properties(held) };
  });
}

/** The mapping in a file, if its expressions are allowed and its examples give what they should. */
async function mappingIn(file: string | undefined, clientId: string): Promise<ClaimMapping | undefined> {
  if (file === undefined) return undefined;
  const { claims, examples } = validate(fileShape, await readJsonObject(file), "the mapping");
  const mapper = openClaimMapper();
  const problems = Object.entries(await mapper.problemsOf(claims));
  if (problems.length > 0) {
    const lines = problems.map(([name, problem]) => `${name}: ${problem}`);
    throw refusal(["the mapping cannot be used:", ...lines].join("\n  "));
  }
  for (const [index, { gives, ...input }] of examples.entries()) {
    const given = await mapper.apply(claims, { ...input, client: { id: clientId } });
    if (!isDeepStrictEqual(given, gives)) {
      throw refusal(`example ${index + 1} gives ${JSON.stringify(given)} instead of ${JSON.stringify(gives)}`);
    }
  }
  return claims;
}
