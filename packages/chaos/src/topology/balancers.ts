/** nginx and HAProxy with the configurations of deploy/: only addresses, ports and certificates are others. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Route } from "../clients/http.ts";
import type { Certificate } from "./certificates.ts";
import { installed, listens, type Program, startProgram } from "./program.ts";

const DEPLOY = join(import.meta.dirname, "..", "..", "..", "..", "deploy");
const read = (name: string) => readFileSync(join(DEPLOY, name), "utf8");

/** The ports of the replicas, in the order of the files. */
export interface Ports {
  readonly issuer: number;
  readonly resource: number;
  readonly haproxy: number;
  /** Of the authorization servers and of the resource servers; in the files they are 4000, 4010, 4001 and 4011. */
  readonly replicas: readonly [number, number, number, number];
  /** The same for clients with certificates. */
  readonly certificates: Pick<Ports, "issuer" | "resource" | "replicas">;
}

const DOCUMENTED = [4000, 4010, 4001, 4011];

export interface Balancer {
  readonly name: "nginx" | "HAProxy";
  readonly program: Program;
  /** Where each origin leads behind this balancer. */
  readonly route: Route;
}

const withReplicas = (text: string, { replicas }: Ports) =>
  DOCUMENTED.reduce((changed, port, n) => changed.replaceAll(`127.0.0.1:${port}`, `127.0.0.1:${replicas[n]}`), text);

/** The nginx of docs/mtls.md for each service, with its replicas as deploy/nginx.conf has them. */
function forCertificates([one, other, third, fourth]: Ports["replicas"]): string[] {
  const page = readFileSync(join(DEPLOY, "..", "docs", "mtls.md"), "utf8");
  const [, server = ""] = /```nginx\n([\s\S]*?)```/.exec(page) ?? [];
  return [
    ["mtls_authorization_server", one, other],
    ["mtls_resource_server", third, fourth],
  ].flatMap(([name, ...ports]) => [
    `upstream ${name} { ${ports.map((port) => `server 127.0.0.1:${port} max_fails=0;`).join(" ")} keepalive 32; }`,
    server.replace("http://127.0.0.1:4008;", `http://${name};`),
  ]);
}

export async function startNginx(folder: string, ports: Ports, { cert, private: key }: Certificate): Promise<Balancer> {
  const { issuer, resource, certificates } = ports;
  const listening = [issuer, resource, certificates.issuer, certificates.resource].values();
  const http = [withReplicas(read("nginx.conf"), ports), ...forCertificates(certificates.replicas)]
    .join("\n")
    .replaceAll("listen 443 ssl;", () => `listen 127.0.0.1:${listening.next().value} ssl;`)
    .replaceAll(/ssl_certificate \S+;/g, `ssl_certificate ${folder}/cert.pem;`)
    .replaceAll(/ssl_certificate_key \S+;/g, `ssl_certificate_key ${folder}/key.pem;`);
  const kinds = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const temporary = kinds.map((kind) => `${kind}_temp_path ${folder}/temp/${kind};`);
  mkdirSync(join(folder, "temp"));
  writeFileSync(join(folder, "cert.pem"), cert);
  writeFileSync(join(folder, "key.pem"), key);
  writeFileSync(
    join(folder, "nginx.conf"),
    `${process.getuid?.() === 0 ? "user root root;" : ""}
     daemon off; worker_processes 1; pid ${folder}/nginx.pid; events { worker_connections 1024; }
     http { access_log off; ${temporary.join(" ")} ${http} }`,
  );
  const program = await startProgram({
    command: [
      installed("nginx") ?? "nginx",
      "-p",
      folder,
      "-c",
      join(folder, "nginx.conf"),
      "-e",
      join(folder, "nginx.log"),
    ],
    logFile: join(folder, "nginx.out"),
    isReady: () => listens(ports.issuer),
  });
  return {
    name: "nginx",
    program,
    route: (origin) => ({ port: Number(new URL(origin).port), host: new URL(origin).host }),
  };
}

export async function startHaproxy(
  folder: string,
  ports: Ports,
  { cert, private: key }: Certificate,
): Promise<Balancer> {
  writeFileSync(join(folder, "both.pem"), `${cert}\n${key}`);
  const text = withReplicas(read("haproxy.cfg"), ports).replace(
    /bind :443 ssl crt \S+/,
    `bind 127.0.0.1:${ports.haproxy} ssl crt ${folder}/both.pem`,
  );
  writeFileSync(join(folder, "haproxy.cfg"), text);
  const program = await startProgram({
    command: [installed("haproxy") ?? "haproxy", "-db", "-f", join(folder, "haproxy.cfg")],
    logFile: join(folder, "haproxy.out"),
    isReady: () => listens(ports.haproxy),
  });
  const route: Route = (origin) => ({
    port: ports.haproxy,
    host: new URL(origin).port === String(ports.resource) ? "api.example.com" : "id.example.com",
  });
  return { name: "HAProxy", program, route };
}
