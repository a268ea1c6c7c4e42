/** The variables of the stream of the audit log. config.ts includes them. */
import { z } from "zod";

/** Where the stream goes. */
export type AuditStreamTarget =
  | { readonly kind: "stdout" }
  | { readonly kind: "file"; readonly path: string }
  /** Syslog over TLS: RFC 5425. */
  | { readonly kind: "syslog"; readonly host: string; readonly port: number };

/** RFC 5425 §4.1. */
const SYSLOG_PORT = 6514;

const target = z.string().transform((text, context): AuditStreamTarget => {
  if (text === "stdout") return { kind: "stdout" };
  const url = URL.parse(text);
  const isBare = url !== null && url.username === "" && url.search === "" && url.hash === "";
  if (isBare && url.protocol === "file:" && url.host === "" && !url.pathname.endsWith("/")) {
    return { kind: "file", path: decodeURIComponent(url.pathname) };
  }
  if (isBare && url.protocol === "syslog+tls:" && url.hostname !== "" && /^\/?$/.test(url.pathname)) {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    return { kind: "syslog", host, port: url.port === "" ? SYSLOG_PORT : Number(url.port) };
  }
  const message = "must be `stdout`, `file:///path` or `syslog+tls://host[:port]`";
  context.addIssue({ code: "custom", message });
  return z.NEVER;
});

export const auditStreamEnvironment = z.object({
  /** Where every event of the audit log is written, beside the database. Without it, nowhere. */
  AUDIT_STREAM: target.optional(),
  /** Certificates in PEM form that are trusted for the syslog server in addition to the system's. */
  AUDIT_STREAM_CA: z
    .string()
    .regex(/-----BEGIN CERTIFICATE-----/, "must be certificates in PEM form")
    .optional(),
  /** Whether its events have network addresses, and the details that name people. */
  AUDIT_STREAM_PERSONAL_DATA: z.enum(["left-out", "included"]).default("left-out"),
});

export type AuditStreamSettings = z.output<typeof auditStreamEnvironment>;
