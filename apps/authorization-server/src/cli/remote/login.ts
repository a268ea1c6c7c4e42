/** `login` and `logout`: the sign-in of a person at a deployment elsewhere. */
import { Command } from "commander";
import { ADMIN_SCOPES } from "../../administration/api/scopes.ts";
import { COMMAND_LINE_CLIENT_ID } from "../../administration/api/standing/command-line-client.ts";
import type { Context } from "../command/context.ts";
import { deploymentOf, issuerOption } from "../command/deployment.ts";
import { misuse, refusal } from "../command/refusal.ts";
import { properties, type Report, reporting } from "../command/report.ts";

interface LoginOptions {
  readonly issuer?: string;
  readonly api?: string;
  readonly clientId: string;
  readonly browser?: true;
  readonly fresh?: true;
}

export function loginCommand(context: Context): Command {
  const command = new Command("login")
    .description("sign in at a deployment elsewhere; commands with --issuer then act there, through its API")
    .addOption(issuerOption())
    .option(
      "--api <url>",
      "the identifier of its administration API, if its metadata lists none (COUNTERSIGN_DEPLOYMENT_API)",
    )
    .option("--client-id <client_id>", "the client of this command line there", COMMAND_LINE_CLIENT_ID)
    .option("--browser", "sign in with the browser of this machine, instead of a code for any browser")
    .option("--fresh", "prove it again now, as commands with grave consequences want it");

  return reporting(command, context, async (options: LoginOptions): Promise<Report> => {
    const issuer = issuerIn(options, command, context);
    // Loaded here, because most commands need nothing of it.
    const [{ signInAt }, { keptSignIn }] = await Promise.all([import("./access.ts"), import("./kept-sign-in.ts")]);
    const kept = await keptSignIn(issuer, context.environment);
    const api = await apiOf(issuer, options, context);
    const way = options.browser === true ? "browser" : "device";
    const chosen = { issuer, clientId: options.clientId, api, way } as const;
    const { scope = "" } = await signInAt(chosen, { context, kept, isFresh: options.fresh === true });

    const allowed = ADMIN_SCOPES.filter((one) => scope.split(" ").includes(one));
    if (allowed.length === 0) {
      throw refusal("you are signed in, but may do nothing there: no role of yours at this API allows anything");
    }
    const done = { issuer, api, scopes: allowed, kept: kept.place };
    return { json: done, text: `You are signed in.\n${properties(done)}` };
  });
}

export function logoutCommand(context: Context): Command {
  const command = new Command("logout")
    .description("end the access of this command line to a deployment elsewhere")
    .addOption(issuerOption());

  return reporting(command, context, async (options: Pick<LoginOptions, "issuer">): Promise<Report> => {
    const issuer = issuerIn(options, command, context);
    const [{ signOutAt }, { keptSignIn }] = await Promise.all([import("./access.ts"), import("./kept-sign-in.ts")]);
    const ended = await signOutAt(await keptSignIn(issuer, context.environment));
    return { json: { issuer, ended }, text: SIGNED_OUT[ended] };
  });
}

const SIGNED_OUT = {
  revoked: "You are signed out.",
  forgotten:
    "This machine has forgotten your sign-in. The deployment could not be told: end the access in your account.",
  nothing: "You were not signed in.",
};

function issuerIn(options: Pick<LoginOptions, "issuer">, command: Command, context: Context): string {
  const issuer = options.issuer ?? deploymentOf(command, context);
  if (issuer === undefined) throw misuse("name the deployment by --issuer or COUNTERSIGN_DEPLOYMENT");
  return issuer;
}

async function apiOf(
  issuer: string,
  { api: given, clientId }: LoginOptions,
  { environment }: Context,
): Promise<string> {
  const { assertSafe, listedApi, providerAt } = await import("./provider.ts");
  const api = given ?? (environment.COUNTERSIGN_DEPLOYMENT_API || listedApi(await providerAt(issuer, clientId)));
  if (api === undefined) {
    throw refusal(
      "the issuer does not say where its administration API is: name it by --api or COUNTERSIGN_DEPLOYMENT_API",
    );
  }
  assertSafe(api, "the administration API");
  return api;
}
