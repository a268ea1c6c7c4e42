/**
 * The proven sender of a request, and the sender that a token is bound to: RFC 7800 §3.1, RFC 9449 §6 (a key), RFC 8705
 * §3 (a certificate). The authorization server and the resource server compare them by the same rule.
 */
import { z } from "zod";
import { invalidAccessToken, type ProtocolError } from "./errors.ts";

/** The proof of a request's sender. A thumbprint is a SHA-256 in base64url: of a JWK (RFC 7638), or of the DER. */
export type Sender =
  | { readonly kind: "none" }
  /** A key, and the certificate of the connection if there is one. */
  | { readonly kind: "key"; readonly thumbprint: string; readonly certificate?: string }
  | { readonly kind: "certificate"; readonly thumbprint: string };

/** The sender of a request without proof of possession. */
export const NO_SENDER: Sender = { kind: "none" };

/** The `cnf` of a token: by a key (RFC 9449 §6.1) or a certificate (RFC 8705 §3.1). */
export type Confirmation = { readonly jkt: string; readonly "x5t#S256"?: string } | { readonly "x5t#S256": string };

/** A `cnf` as it was read: it may have unknown members. */
export type ReadConfirmation = Readonly<Record<string, unknown>>;

/** The SHA-256 thumbprint of a key in base64url (RFC 7638 §3). */
export const jwkThumbprint = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, "must be a SHA-256 thumbprint in base64url: 43 characters");

/** The confirmation of a token for this sender; `undefined` for a bearer token. */
export function confirmationOf(sender: Sender): Confirmation | undefined {
  if (sender.kind === "none") return undefined;
  if (sender.kind === "certificate") return { "x5t#S256": sender.thumbprint };
  const { thumbprint: jkt, certificate } = sender;
  return certificate === undefined ? { jkt } : { jkt, "x5t#S256": certificate };
}

/**
 * The `token_type` of a token (RFC 9449 §5). A token that is bound to a certificate is a bearer token (RFC 8705 §3).
 */
export function tokenTypeOf(confirmation: ReadConfirmation | undefined): "Bearer" | "DPoP" {
  return confirmation !== undefined && "jkt" in confirmation ? "DPoP" : "Bearer";
}

/**
 * Whether the sender of this request is the one that the token is bound to: each member of the `cnf` must be known and
 * match. A token without a `cnf` is not bound.
 */
export function isSameSender(confirmation: ReadConfirmation | null | undefined, sender: Sender): boolean {
  if (confirmation === null || confirmation === undefined) return true;

  const proved = new Map<string, unknown>(Object.entries(confirmationOf(sender) ?? {}));
  const members = Object.entries(confirmation);
  // An unknown member may be the one that matters, and a `cnf` without members proves nothing.
  return members.length > 0 && members.every(([name, value]) => proved.get(name) === value);
}

/**
 * Throws unless the sender of this request is the one that the token is bound to.
 *
 * @param refuse makes the error; by default `invalid_token`
 */
export function assertSameSender(
  confirmation: ReadConfirmation | null | undefined,
  sender: Sender,
  refuse: (detail: string) => ProtocolError = invalidAccessToken,
): void {
  if (!isSameSender(confirmation, sender)) throw refuse("bound to another sender");
}
