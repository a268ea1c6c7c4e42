import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { openProxy } from "@countersign/dev/test-proxy";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type OpenedStatements, openStatements, type Statements } from "./pipelined.ts";

const CONNECTIONS = 2;
const asOneColumn = (query: string) => `SELECT row_to_json(r) FROM (${query}) r`;

let database: TestDatabase;
let errors: Error[];
let statements: OpenedStatements;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(() => {
  errors = [];
  statements = open();
});
afterEach(() => statements.close());

const open = (connectionString = database.connectionString, answerTimeoutMs = 10_000) =>
  openStatements({ connectionString, connections: CONNECTIONS, answerTimeoutMs, onError: (err) => errors.push(err) });
const ask = async (text: string, ...values: unknown[]) =>
  (await statements.query<{ answer: unknown }>({ name: `test ${text}`, text: asOneColumn(text), values })).rows[0]
    ?.answer;
const PID = "SELECT pg_backend_pid() AS answer";

describe("statements that share connections", () => {
  it("run many at a time over few connections, and each gets its own answer", async () => {
    const numbers = Array.from({ length: 200 }, (_, index) => index);
    expect(await Promise.all(numbers.map((number) => ask("SELECT $1::int AS answer", number)))).toEqual(numbers);
    const pids = await Promise.all(numbers.map(() => ask(PID)));
    expect(new Set(pids).size).toBe(CONNECTIONS);
  });

  it("are counted: which connections are busy, and what was sent behind another statement", async () => {
    const counts = () => [statements.counts.totalCount, statements.counts.idleCount, statements.counts.waitingCount];
    expect(counts()).toEqual([0, 0, 0]);
    const asked = Promise.all(Array.from({ length: 5 }, () => ask("SELECT 1 AS answer")));
    expect(counts()).toEqual([CONNECTIONS, 0, 5 - CONNECTIONS]);
    await asked;
    expect(counts()).toEqual([CONNECTIONS, CONNECTIONS, 0]);
  });

  it("fail without the others", async () => {
    const outcomes = await Promise.allSettled([1, 0, 2, 0, 3].map((by) => ask("SELECT 6 / $1::int AS answer", by)));
    expect(outcomes.map((outcome) => ("value" in outcome ? outcome.value : outcome.reason.code))).toEqual([
      6,
      "22012",
      3,
      "22012",
      2,
    ]);
  });

  it("have the place of the call in the stack when they fail", async () => {
    await expect(ask("SELECT 6 / $1::int AS answer", 0)).rejects.toMatchObject({
      message: "division by zero",
      stack: expect.stringContaining("pipelined.test.ts"),
    });
  });

  it("are transactions of their own", async () => {
    const ids = await Promise.all(
      Array.from({ length: CONNECTIONS * 2 }, () => ask("SELECT pg_current_xact_id()::text AS answer")),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each(["2030-01-01T12:00:00.123Z", "0001-01-01T00:00:00.000Z", "1969-12-31T23:59:59.999Z"])(
    "send a date as the same instant in every time zone: %s",
    async (time) => {
      expect(await ask("SELECT $1::timestamptz = $2::text::timestamptz AS answer", new Date(time), time)).toBe(true);
    },
  );
});

describe("a connection that is lost", () => {
  const terminate = async (pid: unknown) => {
    const others = open();
    await others.query({ name: "terminate", text: asOneColumn("SELECT pg_terminate_backend($1)"), values: [pid] });
    await others.close();
  };

  it("fails the statements that wait for it, is reported, and is replaced", async () => {
    const pids = new Set(await Promise.all([ask(PID), ask(PID)]));
    const waiting = Promise.allSettled([ask("SELECT pg_sleep(20) AS answer"), ask("SELECT pg_sleep(20) AS answer")]);
    for (const pid of pids) await terminate(pid);
    expect((await waiting).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    await expect.poll(() => errors.length).toBe(pids.size);

    expect(pids).not.toContain(await ask(PID));
  });

  it("while it is idle, does not fail the next statement", async () => {
    const pids = await Promise.all([ask(PID), ask(PID)]);
    for (const pid of pids) await terminate(pid);
    await expect.poll(() => errors.length).toBe(CONNECTIONS);
    expect(pids).not.toContain(await ask(PID));
  });

  it("includes one that takes too long to answer", async () => {
    const hasty = open(database.connectionString, 200);
    const slow = hasty.query({ name: "slow", text: "SELECT pg_sleep(20)", values: [] });
    await expect(slow).rejects.toThrow("Query read timeout");
    await expect(hasty.query({ name: "quick", text: "SELECT 1", values: [] })).resolves.toMatchObject({ rowCount: 1 });
    await hasty.close();
  });
});

describe("a connection that reaches its greatest age", () => {
  const aging = (connectionString: string, maxAgeMs: number, connections = CONNECTIONS) =>
    openStatements({
      connectionString,
      connections,
      answerTimeoutMs: 10_000,
      maxAgeMs,
      onError: (e) => errors.push(e),
    });
  const pid = async (from: Statements) =>
    (await from.query<number>({ name: "pid", text: "SELECT to_json(pg_backend_pid())", values: [] })).rows[0];
  const pids = async (from: Statements) =>
    new Set(await Promise.all(Array.from({ length: CONNECTIONS }, () => pid(from))));

  it("is replaced, one connection at a time", async () => {
    const young = aging(database.connectionString, 2000);
    const before = await pids(young);
    const left = new Set<number>();
    while (!left.has(0)) {
      left.add((await pids(young)).intersection(before).size);
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await young.close();
    expect([[...left], errors]).toEqual([[2, 1, 0], []]);
  });

  it("answers the statements that it was sent, and takes no more", async () => {
    const young = aging(database.connectionString, 200, 1);
    const before = await pid(young);
    const text = "SELECT to_json(pg_backend_pid()) FROM pg_sleep(1)";
    const slow = young.query<number>({ name: "slow", text, values: [] });
    let answered = false;
    slow.finally(() => {
      answered = true;
    });
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect([(await pid(young)) === before, answered]).toEqual([false, false]);
    expect((await slow).rows).toEqual([before]);
    await young.close();
    expect(errors).toEqual([]);
  });

  it("stays until another can be opened, and no statement waits for that", async () => {
    const proxy = await openProxy(database.connectionString);
    const young = aging(proxy.through(database.connectionString), 100);
    await pids(young);
    proxy.refuse();
    await expect.poll(() => errors.length).toBeGreaterThan(0);
    const before = await pids(young);
    await expect.poll(() => errors.length).toBeGreaterThan(CONNECTIONS + 1);
    expect(await pids(young)).toEqual(before);
    proxy.mend();
    await expect.poll(async () => (await pids(young)).isDisjointFrom(before)).toBe(true);
    await young.close();
    await proxy.close();
  });

  it("is not opened if there was none", async () => {
    const proxy = await openProxy(database.connectionString);
    let heard = 0;
    proxy.tap(() => {
      heard += 1;
    });
    const young = aging(proxy.through(database.connectionString), 20);
    await new Promise((resolve) => setTimeout(resolve, 200));
    await young.close();
    await proxy.close();
    expect([heard, errors]).toEqual([0, []]);
  });
});

it("opens no connection before the first statement, and reports when none can be opened", async () => {
  const nowhere = open("postgres://nobody:x@127.0.0.1:1/none");
  const asked = () => nowhere.query({ name: "any", text: "SELECT 1", values: [] });
  await expect(asked()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await expect(asked()).rejects.toMatchObject({ code: "ECONNREFUSED" });
  await nowhere.close();
});

it("closes after the outstanding answers", async () => {
  const closing = open();
  const asked = closing.query({ name: "late", text: "SELECT 1 FROM pg_sleep(0.2)", values: [] });
  await new Promise((resolve) => setTimeout(resolve, 100));
  await closing.close();
  await expect(asked).resolves.toMatchObject({ rowCount: 1 });
});
