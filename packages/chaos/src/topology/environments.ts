/** What the services and commands of a deployment are told: the addresses of the stores, and their other variables. */
import { createHash } from "node:crypto";
import { join } from "node:path";

export const APPS = ["authorization-server", "resource-server"] as const;
export type App = (typeof APPS)[number];

export const DATABASE = "chaos";

export interface Places {
  readonly folder: string;
  readonly issuer: string;
  readonly resource: string;
  /** The addresses of both services for clients with certificates, and the authority of these. */
  readonly certificates: Record<"issuer" | "resource" | "authority", string>;
  readonly redisUrl: string;
  readonly mailUrl: string;
  /** The URL of the superuser, and the ports of all servers of PostgreSQL. */
  readonly superuser: string;
  readonly servers: readonly number[];
  /** Where the services reach them: the network before them, or before their poolers. */
  readonly found: readonly number[];
  /** The password of all logins. */
  readonly password: string;
  /** The folder of an earlier release, bootstrapped, from which an upgrade is tried. */
  readonly before?: string | undefined;
  /** The AUDIT_STREAM of the services. */
  readonly auditStream?: string | undefined;
}

/** The logins of the services. */
export const SERVICE_LOGINS = ["chaos_service", "chaos_reader"] as const;

/**
 * Each URL names all servers, so that the one that takes over is found. Commands use no pooler. Versions before 0.3.0
 * know URLs of one server only, and go on through no fail-over.
 */
export function urlsOf({ servers, found, superuser, password }: Places, isBefore: boolean) {
  const of = (login: string, all: readonly number[]) => {
    const ports = isBefore ? all.slice(0, 1) : all;
    const hosts = ports.map((port) => `127.0.0.1:${port}`).join(",");
    const options = isBefore ? "" : "?target_session_attrs=read-write";
    return `postgres://${login}:${password}@${hosts}/${DATABASE}${options}`;
  };
  const [service, reader] = SERVICE_LOGINS;
  return {
    service: of(service, found),
    reader: of(reader, found),
    ofCommands: {
      ADMIN_DATABASE_URL: superuser,
      OWNER_DATABASE_URL: of("chaos_owner", servers),
      DATABASE_URL: of(service, servers),
      RESOURCE_SERVER_DATABASE_URL: of(reader, servers),
    },
  };
}

/** The variables of each service, as the documents tell an operator to set them. */
export function environmentsOf(places: Places, urls: ReturnType<typeof urlsOf>, key: string) {
  const { folder, issuer, resource, certificates, redisUrl, mailUrl, auditStream } = places;
  // As docs/mtls.md says for nginx.
  const mtls = { MTLS_PROXIES: "127.0.0.1", MTLS_PEM_HEADER: "X-Client-Cert" };
  const shared = {
    PATH: process.env.PATH,
    NODE_ENV: "production",
    NODE_COMPILE_CACHE: join(folder, "compile-cache"),
    NODE_EXTRA_CA_CERTS: join(folder, "cert.pem"),
    ISSUER: issuer,
    LOG_LEVEL: "warn",
    // HAProxy asks once a second, and believes it at the second time.
    SHUTDOWN_DELAY_SECONDS: "4",
    TRUSTED_PROXIES: "127.0.0.1",
    // Version 0.2.0 shares the nonces of DPoP proofs by this alone.
    USERINFO_RESPONSE_SECRET: createHash("sha256").update(key).digest("base64url"),
  };
  const unlimited = { TOKEN_REQUESTS_PER_MINUTE: "100000000", PUSHED_REQUESTS_PER_MINUTE: "100000000" };
  return {
    "authorization-server": {
      ...{ ...shared, ...unlimited },
      DATABASE_URL: urls.service,
      REDIS_URL: redisUrl,
      KEY_ENCRYPTION_KEYS: key,
      USERINFO_RESOURCE: resource,
      ...{ ...mtls, MTLS_URL: certificates.issuer, MTLS_CLIENT_CA: certificates.authority },
      MTLS_USERINFO_ENDPOINT: `${certificates.resource}/userinfo`,
      ...{ SIGN_UP: "open", MAIL_URL: mailUrl, MAIL_FROM: "no-reply@chaos.example" },
      ...(auditStream !== undefined && { AUDIT_STREAM: auditStream }),
    },
    "resource-server": {
      ...{ ...shared, ...mtls, MTLS_URL: certificates.resource },
      DATABASE_URL: urls.reader,
      RESOURCE: resource,
    },
  };
}
