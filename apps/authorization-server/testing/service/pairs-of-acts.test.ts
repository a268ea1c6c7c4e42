import { setTimeout } from "node:timers/promises";
import { type Database, openDatabase } from "@countersign/database";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Prepared, preparedOf } from "../locks/act.ts";
import { outcomeOf, plain } from "../locks/outcome.ts";
import { addPeople, type Someone } from "../locks/people.ts";
import { PERSON_ACTS } from "../locks/person-acts.ts";
import { type Ground, openGround } from "../locks/scene.ts";
import { SIGN_IN_ACTS } from "../locks/sign-in-acts.ts";
import { openWorld, type World } from "../world.ts";

const acts = Object.entries({ ...PERSON_ACTS, ...SIGN_IN_ACTS }).map(([name, act]) => ({ name, ...preparedOf(act) }));
type Named = (typeof acts)[number];

/**
 * Each act is tried with itself and with these, which lock or end most; with `RACE_ROUNDS` (`npm run test:races`) with
 * every other one.
 */
const WITH = new Set([
  ...["disablePerson", "eraseSoon", "resetFactors", "changePassword", "replaceRecoveryCodes", "removePasskey"],
  ...["changeAddress", "endOtherSessions"],
]);
const isAll = process.env.RACE_ROUNDS !== undefined;

/** How many pairs run beside one another. */
const BESIDE = 6;
const PEOPLE_AT_ONCE = 300;

let world: World;
let ground: Ground;
let database: Database;
let people: Promise<Someone[]>;
beforeAll(async () => {
  world = await openWorld();
  ground = await openGround(world);
  database = openDatabase({ connectionString: world.connectionString, max: 3 * BESIDE });
  await database.prisma();
  people = more();
}, 300_000);
afterAll(async () => {
  await database.close();
  await world.close();
});

const more = async () => [...(await addPeople(world, ground, PEOPLE_AT_ONCE))];

async function somebody(): Promise<Someone> {
  const someone = (await people).pop();
  if (someone !== undefined) return someone;
  // Only one of several that find no one makes more.
  const empty = people;
  await Promise.resolve();
  if (people === empty) people = more();
  return somebody();
}

interface Result {
  readonly answers: readonly string[];
  readonly outcome: readonly string[];
}

async function prepared(pair: readonly Prepared[]): Promise<Someone> {
  const someone = await somebody();
  for (const text of pair.flatMap(({ given }) => given)) {
    await world.rows(text.replaceAll("$someone", `'${someone.id}'`)).catch(() => []);
  }
  return someone;
}

const resultOf = async (someone: Someone, answers: readonly unknown[]): Promise<Result> => ({
  answers: answers.map((answer) => plain(JSON.stringify(answer) ?? "", someone)),
  outcome: await outcomeOf(world, someone),
});

/** One after the other; the answers are in the order of the pair. */
async function inTurn(pair: readonly [Named, Named], first: 0 | 1): Promise<Result> {
  const someone = await prepared(pair);
  const answers: unknown[] = [];
  for (const index of [first, 1 - first]) answers[index] = await answerOf(pair[index as 0 | 1], someone);
  return resultOf(someone, answers);
}

/** Both at once: none of them gets the lock of the person before both have begun. */
async function atOnce(pair: readonly [Named, Named]): Promise<Result> {
  const someone = await prepared(pair);
  const holder = await database.pool.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT FROM end_user WHERE id = $1 FOR UPDATE", [someone.id]);
  const answers = Promise.all(pair.map((act) => answerOf(act, someone)));
  await setTimeout(10);
  await holder.query("COMMIT");
  holder.release();
  return resultOf(someone, await answers);
}

const answerOf = (act: Named, someone: Someone) =>
  act.act({ database, ground, someone }).catch((err: Error & { code?: string }) => `${err.code ?? ""} ${err.message}`);

const linesOf = ({ answers, outcome }: Result) => [
  ...answers.map((answer, index) => `answer ${index}: ${answer}`),
  ...outcome,
];

/** What each of two orders has in another way; nothing if one of them has the same. */
function differenceOf(both: Result, turns: readonly Result[]): string | undefined {
  const now = linesOf(both);
  if (turns.some((turn) => linesOf(turn).join() === now.join())) return undefined;
  const without = (lines: readonly string[], others: readonly string[], sign: string) =>
    lines.filter((line) => !others.includes(line)).map((line) => `${sign} ${line}`);
  const differences = turns.map((turn) => [...without(now, linesOf(turn), "+"), ...without(linesOf(turn), now, "-")]);
  return differences.map((one) => one.join("\n")).join("\nor\n");
}

async function compared(pair: readonly [Named, Named]): Promise<string[]> {
  const both = await atOnce(pair);
  const turn = await inTurn(pair, 0);
  if (linesOf(turn).join() === linesOf(both).join()) return [];
  const difference = differenceOf(both, [turn, await inTurn(pair, 1)]);
  return difference === undefined ? [] : [`${pair.map(({ name }) => name).join(" and ")}\n${difference}`];
}

describe("C5: of two acts upon one person at once, both are answered, and neither undoes the other", () => {
  it.each(acts.map((act, index) => [act.name, act, index] as const))("%s, and others", async (_, act, index) => {
    const others = isAll ? acts.slice(index) : acts.filter((other) => other === act || WITH.has(other.name));
    const left = others.map((other) => [act, other] as const);
    const wrong: string[] = [];
    const run = async () => {
      for (let pair = left.pop(); pair !== undefined; pair = left.pop()) wrong.push(...(await compared(pair)));
    };
    await Promise.all(Array.from({ length: BESIDE }, run));
    expect(wrong).toEqual([]);
  });
});
