import { execFileSync } from "node:child_process";
import { constants } from "node:fs";
import { mkdtemp, open as openFile, readFile, rename, rm, stat } from "node:fs/promises";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { createServer, type Server } from "node:tls";
import { byTest } from "@countersign/dev/test-held-connections";
import { generate } from "selfsigned";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { issuer, noon, openWorld, type World } from "../../../../testing/world.ts";
import { recordAudit } from "../../stores/audit/audit-events.ts";
import { autocommit, inTransaction } from "../../stores/transaction.ts";
import { endAuditStream } from "./end-audit-stream.ts";
import { type AuditStream, openAuditStream } from "./stream-audit.ts";
import { auditStreamEnvironment } from "./stream-environment.ts";
import { openStreamWriter } from "./stream-targets.ts";
import type { StreamWriter } from "./stream-writer.ts";

const log = { info: vi.fn(), error: vi.fn() };
const ended = () => endAuditStream({ database: world.database, log, at: world.clock.now });

let world: World;
let folder: string;
let opened: AuditStream[];
beforeAll(async () => {
  world = await openWorld();
  folder = await mkdtemp(join(tmpdir(), "countersign-stream-"));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  world.clock.now = noon;
  opened = [];
  for (const table of ["audit_stream", "audit_stream_entry"]) await world.rows(`DELETE FROM ${table}`);
});
afterEach(async () => {
  for (const stream of opened) await stream.close();
  vi.clearAllMocks();
});

function open(writer: StreamWriter, personalData = false): AuditStream {
  const now = () => world.clock.now;
  const elapsed = () => now().getTime();
  const stream = openAuditStream({ database: world.database, writer, personalData, now, elapsed, log });
  opened.push(stream);
  return stream;
}

/** A writer that remembers, or throws while it is away. */
function memory() {
  const lines: string[] = [];
  const state = { isAway: false };
  const writer: StreamWriter = {
    async write(events) {
      if (state.isAway) throw new Error("away");
      lines.push(...events.map(({ id }) => String(id)));
    },
    close: async () => {},
  };
  return { lines, state, writer };
}

const event = () => ({
  type: "username_changed" as const,
  ...byOperatorAt(world.clock.now),
  address: "192.0.2.7",
  userId: world.alice,
  detail: { sid: "é" },
  personal: { to: "alice2" },
});
const happens = () => recordAudit(autocommit(world.database.pool), event());
const ids = async () =>
  (await world.rows("SELECT event_id::text AS id FROM audit_stream_entry ORDER BY event_id")).map(({ id }) => id);

describe("ev.8: the stream of the audit log", () => {
  it("has every event from its start, once, and waits for those that are committed late", async () => {
    const { lines, writer } = memory();
    const stream = open(writer);
    await stream.run();
    let last: string[] = [];
    await inTransaction(world.database.pool, async (query) => {
      await recordAudit(query, event());
      await byTest(happens);
      expect(await byTest(stream.run)).toBe(1);
      last = [...lines];
    });
    expect(await stream.run()).toBe(1);
    expect(Number(lines[1])).toBeLessThan(Number(last[0]));
    expect([new Set(lines).size, await ids()]).toEqual([2, []]);
  });

  it("has no gap after a restart: what was not written is written by the next process", async () => {
    const { lines, state, writer } = memory();
    const first = open(writer);
    await first.run();
    state.isAway = true;
    for (let n = 0; n < 3; n++) await happens();
    const waiting = await ids();
    expect(await first.run()).toBe(0);
    await first.close();
    await happens();
    state.isAway = false;
    const second = open(writer);
    expect(await second.run()).toBe(4);
    expect(lines.slice(0, 3)).toEqual(waiting);
  });

  it("is served by one replica at a time, and by another one half a minute after it is gone", async () => {
    const { lines, writer } = memory();
    const [one, other] = [open(writer), open(writer)];
    await one.run();
    await happens();
    expect(await other.run()).toBe(0);
    expect(await one.run()).toBe(1);
    await happens();
    world.pass(31);
    expect(await other.run()).toBe(1);
    expect(await one.run()).toBe(0);
    expect(new Set(lines).size).toBe(2);
  });

  it("a target that is away ends nothing: it is tried again after growing pauses, and events go on", async () => {
    const { lines, state, writer } = memory();
    const stream = open(writer);
    await stream.run();
    state.isAway = true;
    await happens();
    expect(await stream.run()).toBe(0);
    await stream.run();
    expect(log.error).toHaveBeenCalledTimes(1);
    world.pass(1);
    await stream.run();
    expect(log.error).toHaveBeenCalledTimes(2);
    await happens();
    state.isAway = false;
    expect(await stream.run()).toBe(0);
    world.pass(60);
    expect(await stream.run()).toBe(2);
    expect(lines).toHaveLength(2);
  });

  it("has an event whose personal details cannot be opened, without them", async () => {
    const written: string[] = [];
    const write: StreamWriter["write"] = async (events) => {
      written.push(...events.map(({ detail }) => JSON.stringify(detail)));
    };
    const stream = open({ write, close: async () => {} }, true);
    await stream.run();
    await happens();
    await world.rows("UPDATE person_key SET key = sha256(key)");
    expect(await stream.run()).toBe(1);
    await world.rows("DELETE FROM person_key");
    expect(written).toEqual(['{"sid":"é"}']);
    expect(log.error.mock.calls).toMatchObject([[{}, "the personal details of an event could not be opened"]]);
  });

  it("takes a bounded part of a long queue at once", async () => {
    const sizes: number[] = [];
    const stream = open({ write: async (events) => void sizes.push(events.length), close: async () => {} });
    await stream.run();
    await world.rows(
      `INSERT INTO audit_event (at, type, actor, detail)
       SELECT $1, 'sign_in', 'user', '{}' FROM generate_series(1, 450)`,
      [noon],
    );
    expect(await stream.run()).toBe(450);
    expect(sizes).toEqual([200, 200, 50]);
    expect(await stream.queue()).toEqual({ length: 0, oldest: undefined });
  });

  it("costs nothing before the first start, and ends when no one serves it for a week", async () => {
    await happens();
    expect(await ids()).toEqual([]);
    const stream = open(memory().writer);
    await stream.run();
    await happens();
    expect(await stream.queue()).toEqual({ length: 1, oldest: noon });
    world.pass(7 * 86_400);
    expect(await ended()).toMatchObject({ isEnded: false });
    world.pass(60);
    expect(await ended()).toMatchObject({ isEnded: true });
    expect(await ids()).toEqual([]);
  });
});

const settings = (given: Record<string, string>) => auditStreamEnvironment.parse(given);
const writerOf = (given: Record<string, string>, stdout?: Writable): StreamWriter => {
  const writer = openStreamWriter(settings(given), { issuer, ...(stdout && { stdout }) });
  if (writer === undefined) throw new Error("there is no writer");
  return writer;
};

describe("ev.8: where the stream goes", () => {
  it("a file, by lines of JSON without personal data, which can be moved away", async () => {
    const path = join(folder, "audit.jsonl");
    const stream = open(writerOf({ AUDIT_STREAM: `file://${path}` }));
    await stream.run();
    await happens();
    await stream.run();
    const [line = ""] = (await readFile(path, "utf8")).split("\n");
    expect(JSON.parse(line)).toMatchObject({ stream: "audit", version: 1, type: "username_changed", address: null });
    expect(JSON.parse(line).detail).toEqual({ sid: "é" });
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await rename(path, `${path}.1`);
    await happens();
    await stream.run();
    expect((await readFile(path, "utf8")).split("\n")).toHaveLength(2);
  });

  it("no named pipe: one that no one reads holds up nothing, and one that is read gets nothing", async () => {
    const path = join(folder, "pipe");
    execFileSync("mkfifo", [path]);
    const stream = open(writerOf({ AUDIT_STREAM: `file://${path}` }));
    await stream.run();
    await happens();
    expect(await stream.run()).toBe(0);
    const reader = await openFile(path, constants.O_RDONLY | constants.O_NONBLOCK);
    world.pass(60);
    expect(await stream.run()).toBe(0);
    await reader.close();
    expect((await ids()).length).toBe(1);
  });

  it("personal data only if the deployment wants that", async () => {
    const path = join(folder, "personal.jsonl");
    const stream = open(writerOf({ AUDIT_STREAM: `file://${path}` }), true);
    await stream.run();
    await happens();
    await stream.run();
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({
      address: "192.0.2.7",
      detail: { sid: "é", to: "alice2" },
    });
  });

  it("standard output: while it is not read, nothing more is written to it", async () => {
    const texts: string[] = [];
    let go = () => {};
    const stdout = new Writable({
      write(chunk, _, done) {
        texts.push(String(chunk));
        go = done;
      },
    });
    const writer = writerOf({ AUDIT_STREAM: "stdout" }, stdout);
    const one = { id: "1", at: noon, type: "sign_in", actor: "user", detail: {} };
    const blank = { actorId: null, userId: null, clientId: null, address: null, reference: null };
    const first = writer.write([{ ...one, ...blank }]);
    await expect(writer.write([{ ...one, ...blank }])).rejects.toThrow("not read");
    go();
    await first;
    expect(texts).toHaveLength(1);
  });

  it.each(["http://x", "syslog://x", "file://host/path", "syslog+tls://u:p@x", "file:///folder/", "x"])(
    "%s is refused",
    (text) => {
      expect(() => settings({ AUDIT_STREAM: text })).toThrow("must be");
    },
  );

  it("syslog has port 6514 unless another one is named", () => {
    expect(settings({ AUDIT_STREAM: "syslog+tls://logs.example" }).AUDIT_STREAM).toEqual({
      kind: "syslog",
      host: "logs.example",
      port: 6514,
    });
  });
});

describe("RFC 5425: syslog over TLS", () => {
  let server: Server | undefined;
  let certificate: Awaited<ReturnType<typeof generate>>;
  let received: string;
  let sockets: Set<Socket>;
  beforeAll(async () => {
    certificate = await generate([{ name: "commonName", value: "localhost" }], {
      algorithm: "sha256",
      keyType: "ec",
      extensions: [
        { name: "basicConstraints", cA: true },
        { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
      ],
    });
  });
  beforeEach(() => {
    received = "";
    sockets = new Set();
  });
  afterEach(() => stop());

  async function start(port = 0): Promise<number> {
    server = createServer({ key: certificate.private, cert: certificate.cert }, (socket) => {
      socket.on("error", () => {});
      socket.on("data", (chunk) => {
        received += chunk;
      });
    });
    server.on("connection", (socket) => sockets.add(socket));
    await new Promise<void>((resolve) => server?.listen(port, "localhost", resolve));
    return (server.address() as AddressInfo).port;
  }
  async function stop(): Promise<void> {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => (server === undefined ? resolve(undefined) : server.close(resolve)));
    server = undefined;
  }
  const target = (port: number, ca = certificate.cert) =>
    writerOf({ AUDIT_STREAM: `syslog+tls://localhost:${port}`, AUDIT_STREAM_CA: ca });

  it("§4.3, RFC 5424 §6: frames with their length in octets", async () => {
    const stream = open(target(await start()));
    await stream.run();
    await happens();
    expect(await stream.run()).toBe(1);
    await vi.waitFor(() => expect(received).toContain("}"));
    const [, length, message = ""] = /^(\d+) (.*)$/s.exec(received) ?? [];
    expect(Number(length)).toBe(Buffer.byteLength(message));
    const [, header, json = ""] = /^(.*? -) (\{.*\})$/s.exec(message) ?? [];
    expect(header).toBe(`<86>1 2030-01-01T12:00:00.000Z auth.example countersign ${process.pid} username_changed -`);
    expect(JSON.parse(json)).toMatchObject({ stream: "audit", type: "username_changed", detail: { sid: "é" } });
  });

  it("a server that was restarted gets what happened in the meantime", async () => {
    const port = await start();
    const stream = open(target(port));
    await stream.run();
    await happens();
    await stream.run();
    await stop();
    await happens();
    await vi.waitFor(async () => {
      world.pass(60);
      await stream.run();
      expect(log.error).toHaveBeenCalled();
    });
    received = "";
    await start(port);
    world.pass(60);
    expect(await stream.run()).toBe(1);
    await vi.waitFor(() => expect(received).toContain("username_changed"));
  });

  it("a server with the certificate of another gets nothing", async () => {
    const other = await generate([{ name: "commonName", value: "other" }], { algorithm: "sha256", keyType: "ec" });
    const stream = open(target(await start(), other.cert));
    await stream.run();
    await happens();
    expect(await stream.run()).toBe(0);
    expect([received, (await ids()).length]).toEqual(["", 1]);
  });
});
