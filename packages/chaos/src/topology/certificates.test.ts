/** The nginx of docs/mtls.md, before several replicas, passes on the certificate that the client of a run shows. */
import { X509Certificate } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "@countersign/dev/free-port";
import { expect, it } from "vitest";
import { openHttp } from "../clients/http.ts";
import { startNginx } from "./balancers.ts";
import { CERTIFIED_NAME, certificate, certificatesOfClients } from "./certificates.ts";
import { installed } from "./program.ts";

/** Programs are started here, while others use the processor. */
const WITHIN_MS = 60_000;

it.skipIf(installed("nginx") === undefined)(
  "a replica of each service learns the certificate",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "countersign-certificates-"));
    const replica = createServer(({ headers }, answer) => answer.end(headers["x-client-cert"])).listen(0, "127.0.0.1");
    await once(replica, "listening");
    const { port } = replica.address() as { port: number };
    const unused = await freePort();
    const ofPublic = {
      issuer: await freePort(),
      resource: await freePort(),
      replicas: [port, port, port, port],
    } as const;
    const certificates = {
      issuer: await freePort(),
      resource: await freePort(),
      replicas: [unused, port, unused, port],
    } as const;
    const made = await certificate();
    const { program, route } = await startNginx(folder, { ...ofPublic, haproxy: 0, certificates }, made);
    const { authority, shown } = await certificatesOfClients();
    const [showing, without] = [openHttp(made.cert, route, shown), openHttp(made.cert, route)];
    try {
      for (const at of [certificates.issuer, certificates.resource]) {
        const { body } = await showing.send(`https://127.0.0.1:${at}/`);
        const learnt = new X509Certificate(decodeURIComponent(body));
        expect(learnt.subjectAltName).toBe(`DNS:${CERTIFIED_NAME}`);
        expect(learnt.verify(new X509Certificate(authority).publicKey)).toBe(true);
        expect(await without.send(`https://127.0.0.1:${at}/`)).toMatchObject({ status: 200, body: "" });
      }
      expect(await showing.send(`https://127.0.0.1:${ofPublic.issuer}/`)).toMatchObject({ status: 200, body: "" });
    } finally {
      showing.close();
      without.close();
      replica.close();
      await program.end("SIGKILL");
      await rm(folder, { recursive: true, force: true });
    }
  },
  WITHIN_MS,
);
