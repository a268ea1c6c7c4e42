/**
 * Whether the times of answers tell which people have an account. Requests about known and unknown people are sent in
 * random order, one at a time, and their times are compared by ranks. The answers must be alike, too.
 */
import { writeFileSync } from "node:fs";
import pg from "pg";
import { type Answer, type Connection, connectTo, Jar } from "../load/http.ts";
import { doubts, watchMachine } from "../machine.ts";
import { isChosen, type Options } from "../options.ts";
import type { Provider } from "../provider.ts";
import { type Comparison, compareRanks } from "../rank-test.ts";
import { table } from "../report.ts";
import { startDeployment } from "../servers/countersign.ts";
import { formIn, REDIRECT_URI } from "../servers/countersign-pages.ts";
import { type Deployment, deploy } from "../servers/deployment.ts";
import { OURS } from "../servers/servers.ts";
import { withSurroundings } from "../surroundings.ts";

/** Times for each act, of known and of unknown people each. Those of the first requests do not count. */
const SAMPLES = 1000;
const QUICK_SAMPLES = 200;
const WARM_UP = 100;
/** Two samples of one distribution differ by more than this once in a thousand runs. */
const LEAST_P = 0.001;

/** A person by number, who has an account or not. Their names have the same length. */
interface Person {
  readonly isKnown: boolean;
  readonly number: number;
}

const nameOf = ({ isKnown, number }: Person) => `${isKnown ? "known" : "other"}${String(number).padStart(5, "0")}`;
const addressOf = (person: Person) => `${nameOf(person)}@example.org`;

interface Row extends Comparison {
  readonly act: string;
  readonly samples: number;
  readonly areAlike: boolean;
}

/** Prepares the request of one person, and returns the function that sends it. */
type Act = (person: Person, headers: Record<string, string>) => Promise<() => Promise<Answer>>;

export async function enumeration(options: Options): Promise<void> {
  const machine = watchMachine();
  const samples = options.otherConcurrencies ? SAMPLES : QUICK_SAMPLES;
  const rows = await withSurroundings(async ({ stores, folder, afterwards }) => {
    const environment = { MAIL_URL: "smtp://127.0.0.1:9", MAIL_FROM: "bench@example.org", SIGN_UP: "open" };
    const deployment = await deploy({ name: OURS, stores, folder, profile: options.profile, environment });
    await addKnownPeople(deployment, samples + WARM_UP);
    const { stop } = await startDeployment(deployment);
    afterwards(stop);
    return measureAll(deployment.provider, { samples, works: options.works });
  });
  writeFileSync(options.out, `${JSON.stringify({ machine: machine(), rows }, null, 1)}\n`);
  console.log(`\n${table([HEADINGS, ...rows.map(cellsOf)])}\n`);
  for (const line of doubts(machine())) console.log(line);
  if (rows.some((row) => !row.areAlike || row.p < LEAST_P)) process.exitCode = 1;
}

async function measureAll(
  provider: Provider,
  { samples, works }: { readonly samples: number; readonly works: readonly string[] },
): Promise<Row[]> {
  const connection = connectTo(provider.origin);
  const acts = await actsOf(provider, connection);
  const rows: Row[] = [];
  let requests = 0;
  for (const [act, prepare] of Object.entries(acts).filter(([name]) => isChosen(name, works))) {
    const times = { known: [] as number[], unknown: [] as number[] };
    const shapes = new Set<string>();
    for (const person of shuffled(samples + WARM_UP)) {
      requests += 1;
      const send = await prepare(person, provider.from(requests * 3));
      const startedAt = performance.now();
      const answer = await send();
      const took = performance.now() - startedAt;
      shapes.add(shapeOf(answer, person));
      if (person.number >= WARM_UP) times[person.isKnown ? "known" : "unknown"].push(took);
    }
    rows.push({ act, samples, areAlike: shapes.size === 1, ...compareRanks(times.known, times.unknown) });
    console.log(table([HEADINGS, cellsOf(rows.at(-1) as Row)]));
  }
  return rows;
}

/** Known and unknown people in random order. The first ones are few, so that the others find a server that is warm. */
function shuffled(count: number): readonly Person[] {
  const both = (from: number, to: number) => {
    const people = Array.from({ length: to - from }, (_, index) => from + index).flatMap((number) =>
      [true, false].map((isKnown) => ({ isKnown, number })),
    );
    const order = people.map((person) => ({ person, at: Math.random() })).toSorted((a, b) => a.at - b.at);
    return order.map(({ person }) => person);
  };
  return [...both(0, WARM_UP), ...both(WARM_UP, count)];
}

/** The part of an answer that depends neither on the name that was typed nor on secrets. */
const shapeOf = ({ status, headers, body }: Answer, person: Person) =>
  [status, String(headers.location ?? ""), body]
    .join("\n")
    .replaceAll(nameOf(person), "NAME")
    .replaceAll(/[\w-]{40,}/g, "SECRET");

async function actsOf(provider: Provider, connection: Connection): Promise<Readonly<Record<string, Act>>> {
  const { origin } = provider;
  const client = provider.clients.RS256?.id ?? "";
  const request = { client_id: client, response_type: "code", redirect_uri: REDIRECT_URI, scope: "openid" };
  const authorization = (more: Record<string, string> = {}) =>
    `/authorization?${new URLSearchParams({ ...request, nonce: "n", state: "s", ...more })}`;
  const open = (path: string, headers = provider.from(0)) => openPage(connection, origin, path, headers);

  const [login, forgot] = [await open(authorization()), await open("/forgot-password")];
  return {
    "sign-in with a wrong password": async (person, headers) => () =>
      login.submit("/login", headers, { username: nameOf(person), password: "a wrong password", action: "sign-in" }),
    "the same with an address": async (person, headers) => () =>
      login.submit("/login", headers, { username: addressOf(person), password: "a wrong password", action: "sign-in" }),
    "asking for a new password": async (person, headers) => () =>
      forgot.submit("/forgot-password", headers, { email: addressOf(person) }),
    "signing up": async (person, headers) => {
      const page = await open(authorization({ prompt: "create" }), headers);
      return () => page.submit("/sign-up", headers, { email: addressOf(person), action: "continue" });
    },
  };
}

/** A page in a browser of its own. Its form can be sent several times. */
async function openPage(connection: Connection, origin: string, path: string, from: Record<string, string>) {
  const jar = new Jar();
  let answer = await connection.send("GET", path, { headers: from });
  for (let hop = 0; answer.headers.location !== undefined && hop < 5; hop += 1) {
    jar.keep(answer);
    const { pathname, search } = new URL(String(answer.headers.location), origin);
    answer = await connection.send("GET", `${pathname}${search}`, { headers: { ...from, cookie: jar.header } });
  }
  jar.keep(answer);
  const hidden = [...formIn(answer.body).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value]));
  return {
    submit: (action: string, headers: Record<string, string>, typed: Record<string, string>) =>
      connection.send("POST", action, {
        headers: { ...headers, cookie: jar.header, origin },
        form: { ...fields, ...typed },
      }),
  };
}

/** Accounts with a password and a proved address. */
async function addKnownPeople({ databaseUrl }: Deployment, count: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const people = Array.from({ length: count }, (_, number) => ({ isKnown: true, number }));
  try {
    await client.query(
      `INSERT INTO end_user
       SELECT (jsonb_populate_record(u, jsonb_build_object(
                'id', gen_random_uuid(), 'username', made.name, 'username_folded', made.name, 'username_look', NULL,
                'email', made.address, 'email_canonical', made.address, 'email_verified', true,
                'email_verified_at', now()))).*
         FROM end_user u, unnest($1::text[], $2::text[]) AS made (name, address) WHERE u.username = 'alice'`,
      [people.map(nameOf), people.map(addressOf)],
    );
    await client.query("ANALYZE end_user");
  } finally {
    await client.end();
  }
}

const HEADINGS = ["act", "known ms", "unknown ms", "ratio", "known is longer", "p", "answers", "told apart"];

function cellsOf({ act, medians, ratio, longer, p, areAlike }: Row): string[] {
  return [
    act.padEnd(30),
    ...medians.map((value) => value.toFixed(2)),
    ratio.toFixed(3),
    `${(longer * 100).toFixed(1)} %`,
    p.toFixed(4),
    areAlike ? "alike" : "DIFFER",
    p < LEAST_P ? "YES" : "no",
  ];
}
