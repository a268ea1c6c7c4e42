/** The receiver of docs/hooks.md, unchanged. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { numericDate, signWebhook, webhookKey } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

const GUIDE = new URL("../../../../../docs/hooks.md", import.meta.url);
const [next, before] = [1, 2].map((byte) => webhookKey("v1", Buffer.alloc(32, byte)).key) as [string, string];

let folder: string;
let receiver: ChildProcess;
let origin: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "countersign-hooks-"));
  const [, code = ""] = /```js\n([\s\S]*?)```/.exec(await readFile(GUIDE, "utf8")) ?? [];
  await writeFile(join(folder, "receiver.mjs"), code);
  const env = { ...process.env, HOOK_SECRET: `${next} ${before}`, PORT: "0" };
  receiver = spawn(process.execPath, [join(folder, "receiver.mjs")], { env });
  receiver.on("error", () => {});
  const port = await new Promise<string>((resolve) => {
    receiver.stdout?.on("data", (text) => {
      const [, listening] = /listening (\d+)/.exec(String(text)) ?? [];
      if (listening !== undefined) resolve(listening);
    });
  });
  origin = `http://127.0.0.1:${port}/`;
});
afterAll(async () => {
  receiver.kill();
  await rm(folder, { recursive: true });
});

const asked = (email: string) => JSON.stringify({ type: "claims", data: { claims: { email } } });
const ada = asked("ada@example.com");
async function ask({ at = new Date(), keys = [next], body = ada, sent = ada } = {}) {
  const [id, timestamp] = ["one", numericDate(at)];
  const headers = {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": signWebhook({ id, timestamp, body }, keys),
  };
  const answer = await fetch(origin, { method: "POST", headers, body: sent });
  return { status: answer.status, body: answer.ok ? await answer.json() : undefined };
}

describe("the receiver of docs/hooks.md", () => {
  it("answers what we ask, with either secret", async () => {
    const gold = { status: 200, body: { claims: { plan: "gold", seats: 5 } } };
    expect([await ask(), await ask({ keys: [before] })]).toEqual([gold, gold]);
    const bob = asked("bob@example.com");
    expect(await ask({ body: bob, sent: bob })).toEqual({ status: 200, body: { claims: {} } });
  });

  it.each([
    ["another body", { sent: asked("bob@example.com") }],
    ["an old message", { at: new Date(Date.now() - 400_000) }],
    ["a signature by another secret", { keys: [webhookKey("v1", Buffer.alloc(32, 3)).key] }],
    ["no signature", { keys: [] }],
  ])("refuses %s", async (_, message) => {
    expect((await ask(message)).status).toBe(401);
  });
});
