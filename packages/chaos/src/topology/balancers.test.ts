/** What HAProxy says with deploy/haproxy.cfg when it can ask none of the replicas. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@countersign/dev/free-port";
import { expect, it } from "vitest";
import { openHttp } from "../clients/http.ts";
import { startHaproxy } from "./balancers.ts";
import { certificate } from "./certificates.ts";
import { installed } from "./program.ts";

it.skipIf(installed("haproxy") === undefined)("an answer without a replica says when to try again", async () => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-haproxy-"));
  const nobody = await freePort();
  const found = {
    issuer: await freePort(),
    resource: await freePort(),
    replicas: [nobody, nobody, nobody, nobody],
  } as const;
  const ports = { ...found, haproxy: await freePort(), certificates: found };
  const made = await certificate();
  const { program, route } = await startHaproxy(folder, ports, made);
  const http = openHttp(made.cert, route);
  try {
    for (const port of [ports.issuer, ports.resource]) {
      const { status, headers } = await http.send(`https://127.0.0.1:${port}/userinfo`);
      expect([status, headers["retry-after"], headers["cache-control"]]).toEqual([503, "1", "no-store"]);
    }
  } finally {
    http.close();
    await program.end("SIGKILL");
    await rm(folder, { recursive: true, force: true });
  }
});
