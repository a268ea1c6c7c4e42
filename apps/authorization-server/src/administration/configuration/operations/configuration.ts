/** Operations on configuration as code: what a file would change, its application, and an export. */
import { z } from "zod";
import type { Caller } from "../../api/access/access.ts";
import { deploymentOf } from "../../api/deployment.ts";
import { assertMatch } from "../../api/etag.ts";
import { defineOperation, type Operation } from "../../api/operation.ts";
import { Problem } from "../../api/problem.ts";
import { ownersOf } from "../../api/rank.ts";
import { ADMIN_SCOPES } from "../../api/scopes.ts";
import type { Difference } from "../changes.ts";
import { OMISSION_CODES, SECTIONS, type Section } from "../kinds/kind.ts";
import { isRefusal } from "../refusal.ts";
import { assertMayCompare, assertMayMake, assertMaySee, hiddenFrom, mayRead } from "./configuration-rank.ts";

const LONGEST = 60_000;
const MOST_ERRORS = 20;
/** What problems call the configuration of a request. */
const NAME = "configuration";

const given = z.strictObject({
  configuration: z.string().min(1).max(LONGEST).meta({ description: "the configuration, in YAML 1.2 or JSON" }),
  prune: z
    .boolean()
    .default(false)
    .meta({ description: "whether to remove what this configuration manages and no longer declares" }),
});

const hidden = z
  .array(z.strictObject({ section: z.enum(SECTIONS), scope: z.enum(ADMIN_SCOPES) }))
  .meta({ description: "the sections of which nothing is shown, and the scope that you need to read each" });

const omission = z.strictObject({
  code: z.enum(OMISSION_CODES).meta({ description: "managed: by another configuration; logo: only that of it" }),
  section: z.enum(SECTIONS),
  key: z.string(),
  managed_by: z.string().nullable(),
});

const difference = z.strictObject({
  managed_by: z.string(),
  changes: z.array(
    z.strictObject({
      section: z.string(),
      key: z.string(),
      act: z.enum(["create", "change", "adopt", "remove"]),
      fields: z.array(
        z.strictObject({ field: z.string(), before: z.unknown().optional(), after: z.unknown().optional() }),
      ),
    }),
  ),
  left: z
    .array(z.strictObject({ section: z.string(), key: z.string() }))
    .meta({ description: "what the configuration no longer declares, and stays without prune" }),
  hidden,
});

const madeSecret = z
  .strictObject({ section: z.string(), key: z.string(), secret: z.string() })
  .meta({ description: "a secret that was made, which is shown once" });

const plan = defineOperation({
  id: "planConfiguration",
  method: "POST",
  path: "/configuration/plan",
  summary: "What applying a configuration would change; changes nothing. The ETag is that of the plan",
  scope: "settings:read",
  isCostly: true,
  body: given,
  answer: difference,
  async handle({ body, caller, resource }, deps) {
    const wanted = await wantedIn(body);
    assertMayCompare(wanted.configuration, caller);
    const { planned } = await import("../apply.ts");
    const found = await planned(deps.database, wanted, deploymentOf(resource, deps));
    wanted.assertNone(found.problems);
    return shown(wanted.configuration.managedBy, found, caller);
  },
});

const apply = defineOperation({
  id: "applyConfiguration",
  method: "POST",
  path: "/configuration/apply",
  summary: "Makes the changes of a plan, all of them or none; refused if others are needed by now",
  scope: "settings:write",
  needsStepUp: true,
  isCostly: true,
  needsMatch: true,
  body: given,
  answer: difference.extend({ secrets: z.array(madeSecret).optional() }),
  shownOnce: ["secrets"],
  async handle({ body, by, ifMatch, ...who }, deps) {
    const wanted = await wantedIn(body);
    assertMayCompare(wanted.configuration, who.caller);
    const { applyConfiguration } = await import("../apply.ts");
    const applied = applyConfiguration(deps.database, wanted, {
      by,
      deployment: deploymentOf(who.resource, deps),
      kept: ownersOf(who),
      async assertMeant(found, reading) {
        wanted.assertNone(found.problems);
        assertMaySee(found.changes, who.caller);
        assertMatch(ifMatch, found, ({ changes }) => changes);
        await assertMayMake(found.changes, wanted.configuration, who, reading);
      },
    });
    const found = await unlessRefused(applied);
    deps.resources.forget();
    for (const { section, key } of found.changes) if (section === "clients") deps.clients.forget(key);
    const reply = shown(wanted.configuration.managedBy, found, who.caller);
    return { ...reply, body: { ...reply.body, ...(found.made.length > 0 && { secrets: [...found.made] }) } };
  },
});

const exportConfiguration = defineOperation({
  id: "exportConfiguration",
  method: "GET",
  path: "/configuration",
  summary: "What the database has, as a configuration of this name; what another configuration manages is left out",
  scope: "settings:read",
  query: z.strictObject({ name: z.string().regex(/^[a-z0-9][a-z0-9._-]{0,99}$/) }),
  answer: z.strictObject({
    configuration: z.string().meta({ description: "YAML 1.2" }),
    left_out: z.array(z.string()),
    omissions: z.array(omission).meta({ description: "the same as left_out, for programs" }),
    hidden,
  }),
  async handle({ query, caller, resource }, deps) {
    const { worldOf } = await import("../apply.ts");
    const { exported, yamlOf } = await import("../export.ts");
    const world = await worldOf(deps.database, deploymentOf(resource, deps));
    const { file, others, omissions } = exported(world, query.name, (section) => mayRead(caller, section));
    const left = omissions.map(({ managedBy, ...one }) => ({ ...one, managed_by: managedBy }));
    return { body: { configuration: yamlOf(file), left_out: others, omissions: left, hidden: hiddenFrom(caller) } };
  },
});

/** The configuration in a body. Throws `invalid-request` with every problem. The modules are loaded when needed. */
async function wantedIn({ configuration: text, prune }: z.output<typeof given>) {
  const { MOST_PARTS_OF_A_REQUEST, readConfiguration } = await import("../reading/read.ts");
  const { readSecrets } = await import("../reading/read-secrets.ts");
  const { configuration, assertNone: refuse } = refusing(() =>
    readConfiguration(text, NAME, { mostParts: MOST_PARTS_OF_A_REQUEST }),
  );
  const assertNone = (problems: Difference["problems"]) => refusing(() => refuse(problems));
  const { secrets, problems } = await readSecrets(configuration, async () => NOT_READ);
  assertNone(problems);
  return { configuration, prune, secrets, assertNone };
}

/** The environment and the files of the service are not those of who calls this API. */
const NOT_READ = { problem: "this API reads no variable and no file: write {generate: true}, or use the command" };

function refusing<T>(read: () => T): T {
  try {
    return read();
  } catch (err) {
    throw problemOf(err);
  }
}

const unlessRefused = <T>(act: Promise<T>): Promise<T> =>
  act.catch((err: unknown) => {
    throw problemOf(err);
  });

function problemOf(err: unknown): unknown {
  if (!isRefusal(err)) return err;
  const lines = err.message.split("\n").map((line) => line.trim());
  const sentences = lines.length > 1 ? lines.slice(1, MOST_ERRORS + 1) : lines;
  const errors = sentences.map((sentence) => ({ pointer: "#/configuration", detail: withLine(sentence) }));
  return new Problem("invalid-request", undefined, { errors });
}

/** The place in a text that has no file name. */
const withLine = (sentence: string) => sentence.replace(/^configuration:(\d+): /, "line $1: ");

/**
 * What the caller may see of a difference, and its version: a version of what they may not see would confirm a guess.
 * Callers apply only changes that they could see, so a plan and its application have the same version.
 */
function shown(managedBy: string, { changes, left }: Difference, caller: Caller) {
  const isShown = ({ section }: { readonly section: Section }) => mayRead(caller, section);
  const seen = changes.filter(isShown);
  return {
    body: {
      managed_by: managedBy,
      changes: seen.map(({ fields, ...change }) => ({ ...change, fields: [...fields] })),
      left: left.filter(isShown),
      hidden: hiddenFrom(caller),
    },
    version: seen,
  };
}

export const configurationOperations: readonly Operation[] = [exportConfiguration, plan, apply];
