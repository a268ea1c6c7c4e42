/** The shapes of values of providers. */
import { asciiDomain, readClaimMapping } from "@countersign/rules";
import { z } from "zod";

const LOOPBACK: ReadonlySet<string> = new Set(["localhost", "127.0.0.1", "[::1]"]);

/** OIDC Discovery §4.1: https, and neither query nor fragment. Plain http only on this machine, for development. */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (url === null || url.username !== "" || url.password !== "" || /[?#]/.test(text)) return false;
  return url.protocol === "https:" || (url.protocol === "http:" && LOOPBACK.has(url.hostname));
}

export const visible = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[\x21-\x7e]+$/, "must be of visible ASCII characters");

export const scope = z
  .string()
  .max(100)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e]+$/, "is no scope");

export const mailDomain = z.string().transform((text, context) => {
  const domain = asciiDomain(text);
  if (domain !== undefined) return domain;
  context.addIssue({ code: "custom", message: "is not the name of a mail domain" });
  return z.NEVER;
});

export const claimMapping = z
  .string()
  .max(500, { abort: true })
  .refine((text) => readClaimMapping(text) !== undefined, "is not claim=from of a claim of a profile");

export function isEachOnce(mappings: readonly string[]): boolean {
  const claims = mappings.map((text) => text.split("=", 1)[0]);
  return new Set(claims).size === claims.length;
}
