import { randomUUID } from "node:crypto";
import { decodeJwt } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Listener, startListener, testCa } from "../platform/outbound/testing/listener.ts";
import { type CommandLine, openCommandLine } from "./testing/command-line.ts";

let cli: CommandLine;
let listener: Listener;
const received: string[] = [];
beforeAll(async () => {
  cli = await openCommandLine();
  listener = await startListener(async (request, res) => {
    for await (const chunk of request) received.push(String(chunk));
    res.end();
  });
});
afterAll(async () => {
  await cli.close();
  await listener.close();
});

const deliver = () =>
  cli.run(["logouts", "deliver", "--json"], {
    environment: { OUTBOUND_ALLOWED_HOSTS: `localhost:${listener.port}`, OUTBOUND_CA: testCa },
  });

it("logouts deliver: sends only the deliveries that are due", async () => {
  const uri = `https://localhost:${listener.port}/out`;
  const asked = ["--name", "App", "--redirect-uri", "https://app.example/cb", "--backchannel-logout-uri", uri];
  const { client_id: clientId } = await cli.json("clients", "add", ...asked);
  const sid = randomUUID();
  for (const [id, at] of [
    [sid, cli.clock.now],
    [randomUUID(), new Date(cli.clock.now.getTime() + 1)],
  ])
    await cli.database.pool.query(
      `INSERT INTO logout_delivery (id, client_id, sid, sub, attempts, next_attempt_at, created_at)
       VALUES (gen_random_uuid(), $1, $2, 'alice', 0, $3, $3)`,
      [clientId, id, at],
    );

  expect(await deliver()).toMatchObject({ exitCode: 0, stdout: '{"delivered":1,"failed":0}' });
  const token = new URLSearchParams(received[0]).get("logout_token") ?? "";
  expect(decodeJwt(token)).toMatchObject({ iss: "http://localhost:4000", aud: clientId, sid, sub: "alice" });
  expect(await deliver()).toMatchObject({ stdout: '{"delivered":0,"failed":0}' });
});
