/** Lists, searches and statistics of the administration API, on a database of the size of a large deployment. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { fill } from "../administration/fill.ts";
import { type Kind, kindsOf, wholeList } from "../administration/requests.ts";
import { basic, type Connection, connectTo, expectStatus } from "../load/http.ts";
import { doubts, watchMachine } from "../machine.ts";
import { isChosen, type Options } from "../options.ts";
import { table } from "../report.ts";
import { type Deployment, deploy } from "../servers/deployment.ts";
import { OURS } from "../servers/servers.ts";
import { freePort } from "../stores.ts";
import { type Surroundings, withSurroundings } from "../surroundings.ts";

/** The limit for the 95th percentile (decision 111). */
const LIMIT_MS = 100;
const SAMPLES = 200;
const QUICK_SAMPLES = 40;
const WARM_UP = 10;
/** Each caller may send so many requests a minute; the requests are spread over several. */
const CALLERS = 10;
const RENEW_MS = 60_000;

/** The times are those of the first page, and of the page after it where there is one. */
interface Row {
  readonly name: string;
  readonly operation: string;
  readonly p50Ms: number;
  readonly p95Ms: number;
  readonly mostMs: number;
  readonly items: number;
}

export async function administration(options: Options): Promise<void> {
  const machine = watchMachine();
  const { rows, filled, missing } = await withSurroundings((around) => run(around, options));
  const slow = rows.filter(({ p95Ms }) => p95Ms >= LIMIT_MS);
  writeFileSync(options.out, `${JSON.stringify({ machine: machine(), filled, rows, missing }, null, 1)}\n`);
  console.log(`\n${table(administrationRows(rows))}\n`);
  for (const operation of missing) console.log(`${operation} is a list that is not measured.`);
  for (const line of doubts(machine())) console.log(line);
  console.log(
    slow.length === 0
      ? `Every 95th percentile is below ${LIMIT_MS} ms.`
      : `TOO SLOW: ${slow.map(({ name }) => name).join("; ")}.`,
  );
  if (slow.length > 0) process.exitCode = 1;
}

async function run({ stores, folder, afterwards }: Surroundings, options: Options) {
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const environment = { ADMIN_URL: url, ADMIN_PORT: String(port) };
  const deployment = await deploy({ name: OURS, stores, folder, profile: options.profile, environment });
  const server = await deployment.start("authorization-server");
  afterwards(() => server.stop());
  const pool = new pg.Pool({ connectionString: administratorOf(stores, deployment) });
  pool.on("error", () => {}); // PostgreSQL ends idle connections when it stops
  afterwards(() => pool.end());

  const newTokens = callersOf(deployment, { resource: `${url}/admin/api/v1`, folder });
  const filled = await fill(pool, options.scale, options.larger);
  console.log(
    `Filled in ${filled.seconds.toFixed(0)} s: ${filled.people} people, ${filled.clients} clients, ` +
      `${filled.events} events.`,
  );
  const connection = connectTo(url);
  const own = kindsOf(filled);
  const { more, missing } = await otherLists(own, connection);
  const kinds = [...own, ...more];
  const samples = options.otherConcurrencies ? SAMPLES : QUICK_SAMPLES;
  const chosen = kinds.filter(({ name }) => isChosen(name, options.works));
  return { rows: await measureAll(chosen, { connection, newTokens, samples }), filled, missing };
}

function administratorOf(stores: Surroundings["stores"], { databaseUrl }: Deployment): string {
  const url = new URL(stores.logins(OURS).administrator);
  url.pathname = new URL(databaseUrl).pathname;
  return url.href;
}

const SCOPE = [
  ...["people:read", "sessions:read", "clients:read", "roles:read", "organizations:read", "audit:read"],
  ...["statistics:read", "settings:read"],
].join(" ");

/** Makes the callers, which are programs. The function gets a token for each: they are valid for minutes. */
function callersOf({ cli, provider }: Deployment, { resource, folder }: { resource: string; folder: string }) {
  const file = join(folder, "administration-client.json");
  writeFileSync(file, JSON.stringify({ client_name: "Bench", grant_types: ["client_credentials"], scope: SCOPE }));
  const clients = Array.from({ length: CALLERS }, () => JSON.parse(cli("clients", "add", "--file", file, "--json")));
  const connection = connectTo(provider.origin);
  return async (): Promise<readonly string[]> => {
    const tokens: string[] = [];
    for (const { client_id, client_secret } of clients) {
      const answer = await connection.send("POST", "/token", {
        headers: { authorization: basic(client_id, client_secret) },
        form: { grant_type: "client_credentials", resource, scope: SCOPE },
      });
      tokens.push(JSON.parse(expectStatus(answer, 200, "a token for the API").body).access_token);
    }
    return tokens;
  };
}

/** The lists of the API's document of which no kind is a request, where nothing in the path has to be known. */
async function otherLists(kinds: readonly Kind[], connection: Connection) {
  const answer = expectStatus(await connection.send("GET", "/admin/api/v1/openapi.json"), 200, "the document");
  const paths = JSON.parse(answer.body).paths as Record<string, Record<string, Described>>;
  const measured = new Set(kinds.map(({ operation }) => operation));
  const others = Object.entries(paths)
    .flatMap(([path, { get }]) => (get === undefined ? [] : [{ path, ...get }]))
    .filter(({ parameters }) => parameters.some(({ name }) => name === "cursor"))
    .filter(({ operationId }) => !measured.has(operationId));
  const isFixed = ({ path }: { readonly path: string }) => !path.includes("{");
  return {
    more: others.filter(isFixed).map(({ operationId, path }) => wholeList(operationId, path)),
    missing: others.filter((other) => !isFixed(other)).map(({ operationId }) => operationId),
  };
}

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string }[];
}

interface Measuring {
  readonly connection: Connection;
  readonly newTokens: () => Promise<readonly string[]>;
  readonly samples: number;
}

/** Every kind in turn, so that the other work of the machine is the same for all. */
async function measureAll(kinds: readonly Kind[], { connection, newTokens, samples }: Measuring): Promise<Row[]> {
  const times = new Map<Kind, number[]>(kinds.map((kind) => [kind, []]));
  const items = new Map<Kind, number>();
  let [tokens, madeAt] = [await newTokens(), Date.now()];
  let sent = 0;
  // A cursor works only for its caller.
  const timed = async (path: string, caller: number) => {
    const headers = { authorization: `Bearer ${tokens[caller]}` };
    const startedAt = performance.now();
    const answer = await connection.send("GET", `/admin/api/v1${path}`, { headers });
    const took = performance.now() - startedAt;
    return { took, body: JSON.parse(expectStatus(answer, 200, path).body) };
  };
  for (let round = -WARM_UP; round < samples; round += 1) {
    if (Date.now() - madeAt > RENEW_MS) [tokens, madeAt] = [await newTokens(), Date.now()];
    for (const kind of kinds) {
      const path = kind.path(round + WARM_UP);
      sent += 1;
      const caller = sent % tokens.length;
      const first = await timed(path, caller);
      const cursor: string | undefined = first.body.next_cursor;
      const next =
        cursor === undefined ? undefined : await timed(`${path}&cursor=${encodeURIComponent(cursor)}`, caller);
      if (round < 0) continue;
      times.get(kind)?.push(first.took, ...(next === undefined ? [] : [next.took]));
      items.set(kind, first.body.items?.length ?? 1);
    }
  }
  return kinds.map((kind) =>
    rowOf(
      kind,
      (times.get(kind) ?? []).toSorted((a, b) => a - b),
      items.get(kind) ?? 0,
    ),
  );
}

const rowOf = ({ name, operation }: Kind, sorted: readonly number[], items: number): Row => ({
  name,
  operation,
  p50Ms: at(sorted, 0.5),
  p95Ms: at(sorted, 0.95),
  mostMs: sorted.at(-1) ?? Number.NaN,
  items,
});

const at = (sorted: readonly number[], share: number) => sorted[Math.floor(sorted.length * share)] ?? Number.NaN;

/** The table of the times. */
export const administrationRows = (rows: readonly Row[]): string[][] => [
  ["list", "items", "p50 ms", "p95 ms", "most ms", "below 100 ms"],
  ...rows.map(({ name, items, p50Ms, p95Ms, mostMs }) => [
    ...[name, String(items)],
    ...[p50Ms, p95Ms, mostMs].map((value) => value.toFixed(1)),
    p95Ms < LIMIT_MS ? "yes" : "NO",
  ]),
];
