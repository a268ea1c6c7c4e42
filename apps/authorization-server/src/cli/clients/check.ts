import {
  type CheckedRequest,
  type Client,
  checkClient,
  checkRequest,
  type Finding,
  type RequestSurroundings,
  readParameters,
} from "@countersign/rules";
import { Command } from "commander";
import { listKept } from "../../administration/entity-acts.ts";
import { resourceServers } from "../../administration/resource-servers/entity.ts";
import { type RecordsDatabase, statementsOf } from "../../platform/records/records.ts";
import { clientStore } from "../../platform/stores/client/clients.ts";
import { USERINFO_SCOPES } from "../../platform/stores/client/resource-servers.ts";
import type { Context } from "../command/context.ts";
import { withDatabase } from "../command/database.ts";
import { misuse, refusal } from "../command/refusal.ts";
import { printable, type Report, reporting } from "../command/report.ts";
import { clientCheckEnvironment, readVariables } from "../config.ts";
import { clientOfId } from "./clients.ts";

interface CheckOptions {
  readonly request?: string;
}

/** `clients check`: says what the registration of a client refuses, and what is wrong with a request of it. */
export function checkOneClient(context: Context): Command {
  const command = new Command("check")
    .description("say what a client's registration refuses, and each refusal of an authorization request")
    .argument("<client_id>")
    .option("--request <url>", "the address of an authorization request of it, which is checked and not made")
    .addHelpText(
      "after",
      "\nReads DATABASE_URL; and as the service does USERINFO_RESOURCE, NATIVE_LOCALHOST, PUSHED_REQUESTS and " +
        "SIGNED_REQUESTS.",
    );

  return reporting(command, context, async (id: string, { request }: CheckOptions): Promise<Report> => {
    const parameters = request === undefined ? undefined : parametersIn(request);
    const { client, surroundings } = await withDatabase(context, (database) => factsOf(database, id, context));
    const findings = checkClient(client, surroundings);
    const checked = parameters && checkRequest(parameters, client, surroundings);
    const json = { client_id: id, findings, ...(checked && { request: jsonOf(checked) }) };
    const text = [...findings.map(lineOf), ...(checked === undefined ? [] : ["", ...linesOf(checked)])].join("\n");
    const isRefused = checked !== undefined && checked.refusals.length > 0;
    return { json, text, ...(isRefused && { failure: refusal("the request would be refused") }) };
  });
}

function parametersIn(request: string) {
  const query = URL.parse(request)?.search;
  if (!query) throw misuse("--request takes the whole address of an authorization request, with its query");
  return readParameters(new URLSearchParams(query));
}

async function factsOf(database: RecordsDatabase & Parameters<typeof clientStore>[0], id: string, context: Context) {
  const listed = await clientOfId(database, id);
  // A client that is disabled has no rules of requests: it is checked as if it were not.
  const enabled = await clientStore(database).find(id);
  const client = { ...listed, secretHash: undefined, resourceServer: listed.resourceServer, ...enabled };
  return { client: client as Client & typeof listed, surroundings: await surroundingsOf(database, context) };
}

async function surroundingsOf(database: RecordsDatabase, { environment }: Context): Promise<RequestSurroundings> {
  const settings = await readVariables(clientCheckEnvironment, environment);
  const servers = (await listKept(statementsOf(database), resourceServers))
    .filter(({ disabledAt }) => disabledAt === null)
    .map((server) => ({ ...server, identifier: server.resource }));
  const { USERINFO_RESOURCE: identifier } = settings;
  const isUserinfo = ({ identifier: one, scopes }: (typeof servers)[number]) =>
    identifier === undefined ? scopes.includes("openid") : one === identifier;
  return {
    // The service defines it when it starts for the first time.
    userinfo: servers.find(isUserinfo) ?? { identifier: identifier ?? "/userinfo", scopes: USERINFO_SCOPES },
    others: servers.filter((one) => !isUserinfo(one)),
    nativeLocalhost: settings.NATIVE_LOCALHOST === "allowed",
    mustPush: settings.PUSHED_REQUESTS === "required",
    mustSign: settings.SIGNED_REQUESTS === "required",
  };
}

const lineOf = ({ about, says }: Finding) => printable(`${about}: ${says}`);

const jsonOf = ({ refusals, unread }: CheckedRequest) => ({
  refusals: refusals.map(({ code, message, detail, remedy }) => ({
    error: code,
    error_description: message,
    detail: detail ?? null,
    remedy: remedy ?? null,
  })),
  not_checked: unread,
});

function linesOf({ refusals, unread }: CheckedRequest): readonly string[] {
  const found = refusals.flatMap(({ code, message, detail, remedy }) => [
    `  ${code}: ${message}${detail === undefined ? "" : ` [${detail}]`}`,
    ...(remedy === undefined ? [] : [`    to do: ${remedy}`]),
  ]);
  const verdict = refusals.length === 0 ? "The request would be accepted." : "The request would be refused:";
  return [verdict, ...found, ...unread.map((name) => `  not checked: ${name}`)].map(printable);
}
