/**
 * Rows of the client record for clients that were written for other providers. Only an operator sets them: each gives
 * something up, and docs/registering-clients.md says what.
 */
import { z } from "zod";
import { member } from "./member.ts";

const ID_TOKEN_CLAIMS = ["requested", "scopes"] as const;

export const COMPATIBILITY_ROWS = {
  /** What the ID tokens of the token endpoint say about the person besides `sub` (OIDC Core §5.4). */
  idTokenClaims: member("id_token_claims", z.enum(ID_TOKEN_CLAIMS).optional(), {
    option: "--id-token-claims <which>",
    means:
      "the claims in its ID tokens: requested (those that its requests name), or scopes (those of the granted scopes " +
      "too; the default for profile oidc); only an operator sets it",
    setBy: "operator",
    absent: "requested",
    omitted: ({ idTokenClaims }: { idTokenClaims?: string | undefined }) => idTokenClaims === "requested",
  }),
} as const;
