/** The receiver of docs/webhooks.md, unchanged. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { numericDate, signWebhook, webhookKey } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const GUIDE = new URL("../../../../../docs/webhooks.md", import.meta.url);
const [next, before] = [1, 2].map((byte) => webhookKey("v1", Buffer.alloc(32, byte)).key) as [string, string];

let folder: string;
let receiver: ChildProcess;
let origin: string;
let output = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-webhooks-"));
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(await readFile(GUIDE, "utf8")) ?? [];
  await writeFile(join(folder, "receiver.mjs"), code);
  const env = { ...process.env, WEBHOOK_SECRET: `${next} ${before}`, PORT: "0" };
  receiver = spawn(process.execPath, [join(folder, "receiver.mjs")], { env });
  receiver.on("error", () => {});
  const port = await new Promise<string>((resolve) => {
    receiver.stdout?.on("data", (text) => {
      output += text;
      const [, listening] = /listening (\d+)/.exec(output) ?? [];
      if (listening !== undefined) resolve(listening);
    });
  });
  origin = `http://127.0.0.1:${port}/`;
});
afterAll(async () => {
  receiver.kill();
  await rm(folder, { recursive: true });
});

const body = JSON.stringify({ type: "user_added", version: 1, data: { id: "17" } });
async function send({ id = "one", at = new Date(), keys = [next], sent = body } = {}): Promise<number> {
  const timestamp = numericDate(at);
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signWebhook({ id, timestamp, body }, keys),
  };
  return (await fetch(origin, { method: "POST", headers, body: sent })).status;
}

describe("the receiver of docs/webhooks.md", () => {
  it("takes what we sign, with either key, and acts once for each id", async () => {
    expect([await send(), await send(), await send({ id: "two", keys: [before] })]).toEqual([204, 204, 204]);
    expect(output.match(/user_added 17/g)).toHaveLength(2);
  });

  it.each([
    ["another body", { sent: body.replace("17", "18") }],
    ["an old message", { at: new Date(Date.now() - 400_000) }],
    ["a signature by another key", { keys: [webhookKey("v1", Buffer.alloc(32, 3)).key] }],
    ["no signature", { keys: [] }],
  ])("refuses %s", async (_, message) => {
    expect(await send({ id: "bad", ...message })).toBe(400);
  });
});
