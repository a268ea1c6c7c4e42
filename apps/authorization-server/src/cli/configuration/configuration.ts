/** `plan`, `apply` and `export`: configuration as code. */
import { Command } from "commander";
import { applyConfiguration, planned, worldOf } from "../../administration/configuration/apply.ts";
import { isSame } from "../../administration/configuration/changes.ts";
import { exported, yamlOf } from "../../administration/configuration/export.ts";
import { type ConfigurationFile, refuseAll } from "../../administration/configuration/reading/read.ts";
import { readSecrets } from "../../administration/configuration/reading/read-secrets.ts";
import { ownersAt } from "../../administration/roles/kept-role.ts";
import { byOperator, type Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { differs, misuse, refusal } from "../command/refusal.ts";
import { type Report, reporting } from "../command/report.ts";
import { deploymentIn } from "./deployment.ts";
import { planInWords, secretInWords } from "./print.ts";
import { readConfigurationAt } from "./read-path.ts";
import { readPlan, savePlan } from "./saved-plan.ts";
import { secretSource } from "./secret-source.ts";

interface PlanOptions {
  readonly prune?: boolean;
  readonly out?: string;
  readonly check?: boolean;
}

/** `plan`: prints what `apply` would do. Changes nothing. */
export function planCommand(context: Context): Command {
  const command = new Command("plan")
    .description("preview the changes from a configuration file; exits 2 if there are any")
    .argument("<file>", "the configuration, in YAML 1.2 or JSON: a file, or a folder of files")
    .option("--prune", "remove what this configuration created or adopted, and the file no longer declares")
    .option("--out <plan>", "write the plan to a file, for `apply --plan`")
    .option("--check", "for drift: exit 2 also if something is left that the file no longer declares");

  return reporting(command, context, async (file: string, { prune = false, out, check }: PlanOptions) => {
    const { configuration, assertNone } = await readConfigurationAt(file);
    const secrets = await secretsOf({ configuration, assertNone }, context);
    const deployment = await deploymentIn(context, configuration.declared);
    const { changes, left, problems } = await withDatabase(context, (database) =>
      planned(database, { configuration, prune, secrets }, deployment),
    );
    assertNone(problems);
    if (out !== undefined) await savePlan(out, { configuration, prune, changes });

    const isDifferent = changes.length > 0 || (check === true && left.length > 0);
    const report: Report = { json: { changes, left }, text: planInWords({ changes, left }) };
    return isDifferent ? { ...report, failure: differs("the database differs from the file") } : report;
  });
}

interface ApplyOptions {
  readonly prune?: boolean;
  readonly plan?: string;
}

/** `apply`: makes the changes of a file or of a saved plan, all of them or none. */
export function applyCommand(context: Context): Command {
  const command = new Command("apply")
    .description("change the database so that it has what a file declares, in one transaction")
    .argument("[file]", "the configuration, in YAML 1.2 or JSON: a file, or a folder of files")
    .option("--prune", "remove what this configuration created or adopted, and the file no longer declares")
    .option("--plan <plan>", "make the changes of a plan that `plan --out` wrote, and only if no others are needed");

  return reporting(command, context, async (file: string | undefined, { prune = false, plan }: ApplyOptions) => {
    const { assertNone, saved, ...wanted } = await wantedOf({ file, prune, plan });
    const secrets = await secretsOf({ ...wanted, assertNone }, context);
    const deployment = await deploymentIn(context, wanted.configuration.declared);
    const { changes, left, made } = await withDatabase(context, (database) =>
      applyConfiguration(
        database,
        { ...wanted, secrets },
        {
          by: byOperator(context),
          deployment,
          kept: ownersAt(deployment.administration),
          assertMeant({ changes, problems }) {
            if (saved !== undefined && !isSame(saved, changes)) {
              throw refusal("the database is not as the plan saw it: make a new plan. Nothing was changed");
            }
            assertNone(problems);
          },
        },
      ),
    );
    const text = [planInWords({ changes, left }), "Applied.", ...made.map(secretInWords)].join("\n");
    return { json: { changes, left, ...(made.length > 0 && { secrets: made }) }, text } satisfies Report;
  });
}

interface Given {
  readonly file: string | undefined;
  readonly prune: boolean;
  readonly plan: string | undefined;
}

async function wantedOf({ file, prune, plan }: Given) {
  if ((file === undefined) === (plan === undefined)) throw misuse("give a configuration, or --plan with a saved plan");
  if (plan !== undefined) {
    if (prune) throw misuse("give --prune to `plan`: the saved plan says whether it prunes");
    const { changes: saved, ...rest } = await readPlan(plan);
    return { ...rest, saved, assertNone: refuseAll((path) => ({ at: plan, path })) };
  }
  return { ...(await readConfigurationAt(file ?? "")), prune, saved: undefined };
}

/** `export`: prints what the database has as a configuration. */
export function exportCommand(context: Context): Command {
  const command = new Command("export")
    .description("print what is in the database as a configuration file, without secrets and users")
    .argument("<name>", "the name of the configuration; what another configuration manages is left out")
    .option("--json", "print one line of JSON instead of YAML");

  return command.action(async (name: string, { json }: { readonly json?: boolean }) => {
    const deployment = await deploymentIn(context);
    const world = await withDatabase(context, (database) => worldOf(database, deployment));
    const { file, others } = exported(world, name);
    for (const other of others) context.complain(`left out: ${other}`);
    context.print(json === true ? JSON.stringify(file) : yamlOf(file).trimEnd());
  });
}

/** The secrets of a configuration. Throws a refusal that names each one that cannot be read. */
async function secretsOf(
  { configuration, assertNone }: Pick<ConfigurationFile, "configuration" | "assertNone">,
  context: Context,
) {
  const { secrets, problems } = await readSecrets(configuration, secretSource(context));
  assertNone(problems);
  return secrets;
}
