import { createSocket, type Socket } from "node:dgram";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openTxtRecords } from "./txt-records.ts";

let server: Socket;
let asked: number;
beforeEach(async () => {
  asked = 0;
  server = createSocket("udp4");
  server.on("message", (query, { port, address }) => {
    asked++;
    const answer = answerTo(query);
    if (answer !== undefined) server.send(answer, port, address);
  });
  await new Promise<void>((resolve) => server.bind(0, "127.0.0.1", resolve));
});
afterEach(() => server.close());

/** RFC 1035 §3.3.14 and §4.1: one TXT record of two strings. A name that begins with `silent` is never answered. */
function answerTo(query: Buffer): Buffer | undefined {
  const first = query.toString("latin1", 13, 13 + (query[12] ?? 0));
  if (first === "silent") return undefined;
  const isKnown = first === "_countersign";
  const question = query.subarray(12, query.indexOf(0, 12) + 5);
  const strings = ["countersign=", "token"].map((text) => Buffer.from([text.length, ...Buffer.from(text)]));
  const data = Buffer.concat(strings);
  const header = [query[0] ?? 0, query[1] ?? 0, 0x81, isKnown ? 0x80 : 0x83, 0, 1, 0, isKnown ? 1 : 0, 0, 0, 0, 0];
  const record = [0xc0, 12, ...question.subarray(-4), 0, 0, 0, 60, 0, data.length, ...data];
  return Buffer.concat([Buffer.from(header), question, Buffer.from(isKnown ? record : [])]);
}

const open = (timeoutMs?: number) =>
  openTxtRecords({ servers: [`127.0.0.1:${(server.address() as AddressInfo).port}`], ...(timeoutMs && { timeoutMs }) });

describe("RFC 1035 §3.3.14: the texts of TXT records", () => {
  it("are put together from their strings", async () => {
    expect(await open()("_countersign.acme.example")).toEqual(["countersign=token"]);
  });

  it("are none for a name without records", async () => {
    expect(await open()("none.example")).toEqual([]);
  });

  it("C4: are not known of a server that does not answer in time", async () => {
    const began = performance.now();
    expect(await open(300)("silent.example")).toBeUndefined();
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it("are asked for by twenty queries at a time", async () => {
    const records = open(300);
    await Promise.all(Array.from({ length: 50 }, (_, index) => records(`silent.n${index}.example`)));
    expect(asked).toBeLessThanOrEqual(20 * 3);
    expect(await records("_countersign.acme.example")).toEqual(["countersign=token"]);
  });
});
