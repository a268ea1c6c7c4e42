/**
 * Proof Key for Code Exchange: RFC 7636. Only S256 is supported: `plain` does not protect the code (RFC 9700 §2.1.1).
 */

import { hash } from "node:crypto";
import { z } from "zod";
import type { Client } from "../client/client.ts";
import { requiresPkce } from "../client/profile.ts";
import { invalidGrant, invalidRequest } from "../errors.ts";
import { remedyOf } from "../remedies.ts";

/** RFC 7636 §4.2: an S256 challenge is a SHA-256 digest in base64url, so always 43 characters. */
export const codeChallenge = z
  .string()
  .regex(/^[A-Za-z0-9_-]{43}$/, "must be the SHA-256 of the code_verifier in base64url: 43 characters");

export const codeChallengeMethod = z.enum(["S256"]);

const VERIFIER = /^[A-Za-z0-9._~-]{43,128}$/; // RFC 7636 §4.1

/** RFC 7636 §4.6: the S256 challenge of this verifier. The code must be bound to it. Throws `invalid_grant`. */
export function codeChallengeOf(verifier: string | undefined): string | undefined {
  if (verifier === undefined) return undefined;
  if (!VERIFIER.test(verifier))
    throw invalidGrant("code_verifier must be 43 to 128 letters, digits and the signs . _ ~ -");

  return hash("sha256", verifier, "base64url");
}

/**
 * RFC 7636 §4.3 and §4.4.1: checks the challenge of an authorization request. An absent method means `plain`, which is
 * not supported. Throws `invalid_request`.
 */
export function checkPkce(
  params: {
    readonly code_challenge?: string | undefined;
    readonly code_challenge_method?: string | undefined;
  },
  client: Client,
): void {
  if (params.code_challenge !== undefined && params.code_challenge_method === undefined) {
    throw invalidRequest("code_challenge_method must be S256");
  }
  if (params.code_challenge === undefined && params.code_challenge_method !== undefined) {
    throw invalidRequest("code_challenge is missing");
  }
  if (params.code_challenge === undefined && requiresPkce(client)) {
    const [wayOut, remedy] = hasWayOutOfPkce(client)
      ? [WAY_OUT, remedyOf("use_pkce_or_oidc")]
      : ["", remedyOf("use_pkce")];
    throw invalidRequest(
      `code_challenge is required: send one, with code_challenge_method S256${wayOut}`,
      undefined,
      remedy,
    );
  }
}

/** A web application with a secret has a way out if its software knows no PKCE. */
const hasWayOutOfPkce = (client: Client) =>
  client.profile === "oauth21" && !requiresPkce({ ...client, profile: "oidc" });
const WAY_OUT = ", or register the client with profile oidc if its software cannot";
