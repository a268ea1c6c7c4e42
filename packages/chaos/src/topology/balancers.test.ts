/** What nginx and HAProxy say with the files of deploy/ when they can ask none of the replicas. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@countersign/dev/free-port";
import { describe, expect, it } from "vitest";
import { openHttp } from "../clients/http.ts";
import { type Ports, startHaproxy, startNginx } from "./balancers.ts";
import { certificate } from "./certificates.ts";
import { installed } from "./program.ts";

const BALANCERS = [
  ["HAProxy", "haproxy", startHaproxy, { status: 503, again: "1" }],
  ["nginx", "nginx", startNginx, { status: 502, again: undefined }],
] as const;

describe.each(BALANCERS)("%s", (_, command, start, { status, again }) => {
  const none = installed(command) === undefined;

  it.skipIf(none)("an answer without a replica has a reference of its own, and says when to try again", async () => {
    const folder = await mkdtemp(join(tmpdir(), "countersign-balancer-"));
    const ports = await portsWithoutReplicas();
    const made = await certificate();
    const { program, route } = await start(folder, ports, made);
    const http = openHttp(made.cert, route);
    const references = new Set<unknown>();
    try {
      for (const port of [ports.issuer, ports.resource]) {
        const sent = { headers: { "x-request-id": "chosen-by-a-client" } };
        const answer = await http.send(`https://127.0.0.1:${port}/userinfo`, sent);
        const { headers } = answer;
        expect([answer.status, headers["retry-after"], headers["cache-control"]]).toEqual([status, again, "no-store"]);
        const reference = headers["x-request-id"];
        expect(reference).toMatch(/^[a-f0-9-]{32,36}$/);
        expect(answer.body).toMatch(new RegExp(`^The service .*\\. Try again\\.\nReference: ${reference}\n$`));
        references.add(reference);
      }
      expect(references.size).toBe(2);
    } finally {
      http.close();
      await program.end("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Nothing listens at the port of the replicas. */
async function portsWithoutReplicas(): Promise<Ports> {
  const unused = await freePort();
  const replicas = [unused, unused, unused, unused] as const;
  const certificates = { issuer: await freePort(), resource: await freePort(), replicas };
  return { issuer: await freePort(), resource: await freePort(), haproxy: await freePort(), replicas, certificates };
}
