/**
 * Tests of undocumented behaviour of the driver that pipelined.ts relies on. A new version of `pg` has to pass them.
 */
import { connect, createServer, type Server, type Socket } from "node:net";
import { createTestDatabase, type TestDatabase } from "@countersign/dev/test-database";
import { Client, Query } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { openStatements, type Statements } from "./pipelined.ts";

let database: TestDatabase;
let opened: Statements | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => opened?.close());
afterAll(() => database.drop());

function open(connectionString: string): Statements {
  opened = openStatements({ connectionString, connections: 1, answerTimeoutMs: 10_000, onError: () => {} });
  return opened;
}

describe("pg 8: a query of a class of our own", () => {
  it("receives the columns and each row, with the values as unparsed text", async () => {
    const told: unknown[] = [];
    class Told extends Query {
      handleRowDescription({ fields }: { readonly fields: readonly { readonly name: string }[] }) {
        told.push(fields.map(({ name }) => name));
      }
      handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }) {
        told.push([...fields]);
      }
    }
    const client = new Client(database.connectionString);
    await client.connect();
    const rowCount = await new Promise((resolve, reject) => {
      const text = "SELECT to_json(n) AS answer FROM generate_series(1, $1::int) n UNION ALL SELECT NULL";
      client.query(new Told(text, [2], (err, result) => (err ? reject(err) : resolve(result.rowCount))));
    });
    await client.end();

    expect(told).toEqual([["answer"], ["1"], ["2"], [null]]);
    expect(rowCount).toBe(3);
  });
});

describe("pg 8: a named statement", () => {
  it("is prepared once per connection", async () => {
    const statements = open(database.connectionString);
    const listed = {
      name: "listed",
      text: "SELECT to_json(name) FROM pg_prepared_statements WHERE name = 'listed'",
      values: [],
    };
    await statements.query(listed);
    expect(await statements.query(listed)).toEqual({ rows: ["listed"], rowCount: 1 });
  });
});

describe("pg 8: a statement that is parsed on a connection", () => {
  const echo = { name: "echo", text: "SELECT to_json(ARRAY[$1::text, $2::text])" };

  type Texts = (string | null)[];
  it.each<[name: string, values: Texts, told?: Texts]>([
    ["texts of one byte and of several", ["a", "ä€𝄞"]],
    ["empty texts", ["", ""]],
    ["NULL", ["a", null]],
    ["half a surrogate pair as its replacement", ["\ud800", "b"], ["\ufffd", "b"]],
  ])("gets %s", async (_, values, told = values) => {
    const statements = open(database.connectionString);
    for (let time = 0; time < 2; time++)
      expect(await statements.query({ ...echo, values })).toEqual({ rows: [told], rowCount: 1 });
  });

  it.each<[name: string, second: string | null, bytes: string]>([
    ["a text", "two", "\0\0\0\x03two"],
    ["NULL, which has a length of -1 and no bytes", null, "\xff\xff\xff\xff"],
  ])(
    "is sent with its values in one message for each step, and is not asked for its columns: %s",
    async (_, second, bytes) => {
      const { sent, port, close } = await listenBefore(database.connectionString);
      const throughIt = new URL(database.connectionString);
      throughIt.host = `127.0.0.1:${port}`;
      const statements = open(throughIt.href);
      for (let time = 0; time < 2; time++) await statements.query({ ...echo, values: ["one", second] });
      const messages = sent().split("echo\0").at(-1);
      expect(messages).toBe(`\0\0\0\x02\0\0\0\x03one${bytes}\0\0E\0\0\0\x09\0\0\0\0\0S\0\0\0\x04`);
      await statements.close();
      await close();
    },
  );

  it.each([
    ["SELECT to_json(n) FROM generate_series(1, 12) n", 12],
    ["SELECT to_json(1) WHERE false", 0],
    ["VALUES (NULL::json)", 1],
  ])("counts the rows of %s", async (text, rowCount) => {
    const statements = open(database.connectionString);
    for (let time = 0; time < 2; time++)
      expect(await statements.query({ name: "counted", text, values: [] })).toMatchObject({ rowCount });
  });
});

describe("pg 8: pipelining", () => {
  it("sends a statement before the previous one is answered", async () => {
    const { sent, port, close } = await listenBefore(database.connectionString);
    const throughIt = new URL(database.connectionString);
    throughIt.host = `127.0.0.1:${port}`;
    const statements = open(throughIt.href);
    await statements.query({ name: "warm", text: "SELECT '1'::json", values: [] });

    let answered = false;
    const slow = statements.query({ name: "slow", text: "SELECT '1'::json FROM pg_sleep(1)", values: [] }).then(() => {
      answered = true;
    });
    const quick = statements.query({ name: "quick", text: "SELECT '1'::json", values: [] });
    await expect.poll(() => sent().includes("quick"), { interval: 5 }).toBe(true);
    expect(answered).toBe(false);

    await Promise.all([slow, quick]);
    await statements.close();
    await close();
  });
});

/** A proxy in front of PostgreSQL that forwards everything, and records what was sent. */
async function listenBefore(connectionString: string) {
  const { hostname, port } = new URL(connectionString);
  let text = "";
  const sockets: Socket[] = [];
  const server: Server = createServer((client) => {
    const postgres = connect(Number(port), hostname);
    sockets.push(client, postgres);
    client.on("data", (bytes) => {
      text += bytes.toString("latin1");
    });
    client.on("error", () => {}).pipe(postgres);
    postgres.on("error", () => {}).pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    sent: () => text,
    port: typeof address === "object" ? address?.port : undefined,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
