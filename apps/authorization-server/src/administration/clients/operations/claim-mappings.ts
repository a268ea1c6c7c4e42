/** Operations on the claims that are made for a client. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import type { Dependencies } from "../../../dependencies.ts";
import { assertMatch } from "../../api/etag.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { notFound, Problem, type WrongMember } from "../../api/problem.ts";
import { assertNotConsole, assertWithin } from "../../api/rank.ts";
import { claimMappingOf, type NewMapping, setClaimMapping } from "../claim-mappings.ts";
import { clientIn } from "./client-shapes.ts";

const MOST_CLAIMS = 20;
const MOST_EXAMPLES = 10;
const MOST_INPUTS = 100;

const claims = z
  .record(z.string().max(100), z.string().max(1000))
  .refine((made) => Object.keys(made).length <= MOST_CLAIMS, `has more than ${MOST_CLAIMS} claims`)
  .meta({ description: "an expression of CEL for each claim; none removes the mapping" });

const example = z.strictObject({
  claims: z
    .record(z.string().max(100), z.unknown())
    .refine((given) => Object.keys(given).length <= MOST_INPUTS, `has more than ${MOST_INPUTS} claims`)
    .meta({ description: "claims of a user" }),
  groups: z.array(z.string().max(200)).max(200).default([]),
  scopes: z.array(z.string().max(200)).max(200).default([]),
  gives: z.record(z.string().max(100), z.unknown()).meta({ description: "the claims that must be made of them" }),
});
type Example = z.output<typeof example>;

const mapping = z.strictObject({ claims: z.record(z.string(), z.string()) });

async function mappingIn(id: string, { database }: Pick<Dependencies, "database">) {
  const found = await claimMappingOf(database, id);
  if (found === undefined) throw notFound("client");
  return found;
}

const read = defineOperation({
  id: "readClaimMapping",
  method: "GET",
  path: "/clients/:id/claim-mapping",
  summary: "The claims that are made for a client",
  scope: "clients:read",
  answer: mapping,
  async handle({ params: { id = "" } }, deps) {
    const held = await mappingIn(id, deps);
    return { body: { claims: { ...held } }, version: held };
  },
});

const replace = defineOperation({
  id: "replaceClaimMapping",
  method: "PUT",
  path: "/clients/:id/claim-mapping",
  summary: "Says which claims are made for a client, if every example gives what it should",
  scope: "clients:write",
  needsStepUp: true,
  isCostly: true,
  needsMatch: true,
  body: z.strictObject({ claims, examples: z.array(example).max(MOST_EXAMPLES).default([]) }),
  answer: mapping,
  async handle({ params, body, by, caller, ifMatch }, deps) {
    const { id, scopes } = await clientIn(params, deps);
    assertWithin(caller, scopes, "the client");
    assertNotConsole(id, caller);
    await assertSound(id, body, deps);
    const change: NewMapping = {
      clientId: id,
      mapping: body.claims,
      assertMeantFor: (held) => assertMatch(ifMatch, held),
    };
    if (!(await setClaimMapping(deps.database, change, by))) throw notFound("client");
    deps.clients.forget(id);
    const held = await mappingIn(id, deps);
    return { body: { claims: { ...held } }, version: held };
  },
});

/** Refuses names and expressions that are not allowed, and examples that do not give what they should. */
async function assertSound(
  id: string,
  { claims: made, examples }: { readonly claims: Readonly<Record<string, string>>; readonly examples: Example[] },
  { mapper }: Pick<Dependencies, "mapper">,
): Promise<void> {
  const problems = Object.entries(await mapper.problemsOf(made));
  const wrong: WrongMember[] = problems.map(([name, detail]) => ({ pointer: `#/claims/${pointed(name)}`, detail }));
  for (const [index, { gives, ...input }] of wrong.length === 0 ? examples.entries() : []) {
    // Each example evaluates every expression. Other requests have their turn in between.
    // biome-ignore lint/performance/noAwaitInLoops: it sends no statement
    await nextTurn();
    const given = await mapper.apply(made, { ...input, client: { id } });
    if (!isDeepStrictEqual(given, gives)) {
      wrong.push({ pointer: `#/examples/${index}`, detail: `gives ${JSON.stringify(given).slice(0, 500)}` });
    }
  }
  if (wrong.length > 0) throw new Problem("invalid-request", undefined, { errors: wrong });
}

const pointed = (name: string) => name.replaceAll("~", "~0").replaceAll("/", "~1");

export const claimMappingOperations: readonly Operation[] = [read, replace];
