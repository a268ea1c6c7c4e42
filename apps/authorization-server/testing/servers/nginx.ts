/** A real nginx in front of the service, with a configuration of the documents. */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { freePort } from "@countersign/dev/free-port";
import { generate } from "selfsigned";

// Debian has it where only root looks.
const program = ["nginx", "/usr/sbin/nginx"].find((name) => spawnSync(name, ["-v"]).status === 0);

if (program === undefined) {
  const loud = "nginx IS NOT INSTALLED: the tests of the proxy's configuration and of rolling restarts do not run.";
  if (process.env.CI === "true") throw new Error(loud);
  console.warn(`\n*** ${loud} ***\n`);
}

/** False where no nginx is installed: then tests that need one are skipped, and said to be. */
export const nginxInstalled = program !== undefined;

export interface Nginx {
  /** Where each `server` of the configuration listens, in order. */
  readonly origins: readonly string[];
  /** What signed the certificates, in PEM form. */
  readonly ca: string;
  /** Takes another configuration; requests under way end under the old one. */
  reload(configuration: string): Promise<void>;
  stop(): Promise<void>;
}

/** The nginx configurations of a document, in order. */
export function nginxExamples(document: string): readonly string[] {
  const text = readFileSync(fileURLToPath(new URL(`../../../../docs/${document}`, import.meta.url)), "utf8");
  return [...text.matchAll(/^```nginx\n(.*?)^```$/gms)].map(([, example = ""]) => example);
}

/**
 * Starts nginx with what belongs into its `http` block. Ports and certificates are the test's own: each
 * `listen 443 ssl` gets a port of loopback, each certificate is one for 127.0.0.1.
 */
export async function startNginx(configuration: string): Promise<Nginx> {
  if (program === undefined) throw new Error("no nginx is installed");
  const dir = await mkdtemp(join(tmpdir(), "countersign-nginx-"));
  const ca = await certificateIn(dir);
  const ports = await Promise.all([...configuration.matchAll(/listen 443 ssl;/g)].map(() => freePort()));
  const file = join(dir, "nginx.conf");
  const keep = (text: string) => writeFile(file, around(adapted(text, dir, ports), dir));

  await mkdir(join(dir, "temp"));
  await keep(configuration);
  const args = ["-p", dir, "-c", file, "-e", join(dir, "error.log")];
  const tested = spawnSync(program, [...args, "-t"], { encoding: "utf8" });
  if (tested.status !== 0 || tested.stderr.includes("[warn]"))
    throw new Error(`nginx refuses its configuration, or warns of it: ${tested.stderr}`);
  const server = spawn(program, args, { stdio: "ignore" });
  const origins = ports.map((port) => `https://127.0.0.1:${port}`);
  await listening(ports, server);

  return {
    origins,
    ca,
    async reload(text) {
      await keep(text);
      server.kill("SIGHUP");
    },
    async stop() {
      const ended = once(server, "exit");
      server.kill("SIGTERM");
      await ended;
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function adapted(configuration: string, dir: string, ports: readonly number[]): string {
  const listens = ports.values();
  return configuration
    .replaceAll("listen 443 ssl;", () => `listen 127.0.0.1:${listens.next().value} ssl;`)
    .replaceAll(/ssl_certificate \S+;/g, `ssl_certificate ${dir}/certificate.pem;`)
    .replaceAll(/ssl_certificate_key \S+;/g, `ssl_certificate_key ${dir}/key.pem;`);
}

const around = (http: string, dir: string) => `
  ${process.getuid?.() === 0 ? "user root root;" : ""}
  daemon off;
  worker_processes 1;
  pid ${dir}/nginx.pid;
  events { worker_connections 1024; }
  http {
    access_log off;
    # As the nginx.conf of Debian 12 has it: a second ssl_protocols in this block adds to it, and nginx warns.
    ssl_protocols TLSv1 TLSv1.1 TLSv1.2 TLSv1.3;
    client_body_temp_path ${dir}/temp/body;
    proxy_temp_path ${dir}/temp/proxy;
    fastcgi_temp_path ${dir}/temp/fastcgi;
    uwsgi_temp_path ${dir}/temp/uwsgi;
    scgi_temp_path ${dir}/temp/scgi;
    ${http}
  }
`;

async function certificateIn(dir: string): Promise<string> {
  const made = await generate([{ name: "commonName", value: "test" }], {
    algorithm: "sha256",
    keyType: "ec",
    extensions: [
      { name: "basicConstraints", cA: true },
      { name: "subjectAltName", altNames: [{ type: 7, ip: "127.0.0.1" }] },
    ],
  });
  await writeFile(join(dir, "certificate.pem"), made.cert);
  await writeFile(join(dir, "key.pem"), made.private);
  return made.cert;
}

async function listening(ports: readonly number[], server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (server.exitCode !== null) break;
    const answers = ports.map((port) =>
      fetch(`http://127.0.0.1:${port}/`).then(
        () => true,
        () => false,
      ),
    );
    if ((await Promise.all(answers)).every((answered) => answered)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("nginx did not start");
}
