import { createSocket, type Socket } from "node:dgram";
import { lookup as systemLookup } from "node:dns/promises";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { publicNames } from "./public-names.ts";

const TYPES = { 1: "A", 28: "AAAA" } as const;
/** The records of the server; `undefined` for a name that it never answers. */
const ZONE: Readonly<Record<string, Readonly<Record<string, readonly number[]>> | undefined>> = {
  "both.example": { A: [93, 184, 215, 14], AAAA: [0x2a, 0, ...Array(13).fill(0), 1] },
  "old.example": { A: [93, 184, 215, 14] },
  "inside.example": { A: [127, 0, 0, 1] },
  "none.example": {},
};

let server: Socket;
/** Servers that never answer. They are queried if the first one does not answer. */
let silent: Socket[];
let asked: string[];
beforeEach(async () => {
  asked = [];
  silent = await Promise.all(Array.from({ length: 4 }, () => bound(createSocket("udp4"))));
  server = createSocket("udp4");
  server.on("message", (query, { port, address }) => {
    const answer = answerTo(query);
    if (answer !== undefined) server.send(answer, port, address);
  });
  await bound(server);
});
afterEach(() => {
  for (const socket of [server, ...silent]) socket.close();
});

const bound = (socket: Socket) => new Promise<Socket>((resolve) => socket.bind(0, "127.0.0.1", () => resolve(socket)));

/** RFC 1035 §4.1: one question, and at most one answer to it. */
function answerTo(query: Buffer): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join(".");
  const type = TYPES[query.readUInt16BE(at + 1) as keyof typeof TYPES];
  asked.push(`${name} ${type}`);
  if (name.startsWith("silent")) return undefined;

  const known = ZONE[name];
  const data = known?.[type];
  const header = Buffer.from([query[0] ?? 0, query[1] ?? 0, 0x81, known === undefined ? 0x83 : 0x80, 0, 1]);
  const counts = Buffer.from([0, data === undefined ? 0 : 1, 0, 0, 0, 0]);
  const question = query.subarray(12, at + 5);
  const record = [0xc0, 12, ...query.subarray(at + 1, at + 5), 0, 0, 0, 60, 0, data?.length ?? 0, ...(data ?? [])];
  return Buffer.concat([header, counts, question, ...(data === undefined ? [] : [Buffer.from(record)])]);
}

const resolve = (name: string, timeoutMs = 2000) => {
  const servers = [server, ...silent].map((one) => `127.0.0.1:${(one.address() as AddressInfo).port}`);
  return new Promise<unknown>((done, failed) => {
    publicNames({ timeoutMs, servers })(name, { all: true }, (err, found) =>
      err === null ? done(found) : failed(err),
    );
  });
};

describe("RFC 1035: names that strangers send us", () => {
  it("resolve to the addresses of both families in DNS", async () => {
    expect(await resolve("both.example")).toEqual([
      { address: "93.184.215.14", family: 4 },
      { address: "2a00::1", family: 6 },
    ]);
    expect(await resolve("old.example")).toEqual([{ address: "93.184.215.14", family: 4 }]);
  });

  it.each([
    ["without an address", "none.example", "ENODATA"],
    ["that does not exist", "unknown.example", "ENOTFOUND"],
  ])("%s are refused", async (_, name, code) => {
    await expect(resolve(name)).rejects.toMatchObject({ code });
  });

  it("are resolved by DNS only, without files or search domains", async () => {
    await expect(resolve("hosts-entry")).rejects.toMatchObject({ code: "ENOTFOUND" });
    expect(new Set(asked)).toEqual(new Set(["hosts-entry A", "hosts-entry AAAA"]));
  });

  it("dos-24: fail in time if no name server answers, and do not delay other lookups", async () => {
    let givenUp = 0;
    const looking = Array.from({ length: 64 }, (_, n) =>
      resolve(`silent-${n}.example`, 1000).catch((err: unknown) => {
        givenUp += 1;
        return err;
      }),
    );
    await systemLookup("localhost");
    expect(givenUp).toBe(0);
    for (const err of await Promise.all(looking)) expect(err).toMatchObject({ code: expect.stringMatching(/^E/) });
  });
});
