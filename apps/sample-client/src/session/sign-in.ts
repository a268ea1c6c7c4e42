import type { UserInfoResponse } from "openid-client";
import type { Step } from "../sign-in/step.ts";
import type { Flow } from "../sign-in/transactions.ts";
import type { ProvenIdToken } from "../tokens/id-token.ts";
import type { Access } from "../tokens/tokens.ts";

/** The result of a proven sign-in. */
export interface SignIn {
  readonly flow: Flow | "device";
  /** The provider's identifier of the person, from the ID token or, for a bare token, from introspection. */
  readonly sub: string;
  /** undefined if the provider issues no ID token: a bare token of the implicit flow. */
  readonly idToken: ProvenIdToken | undefined;
  /** undefined if the provider has no userinfo endpoint. */
  readonly userinfo: UserInfoResponse | undefined;
  /** The granted scopes, never more than were requested. */
  readonly scopes: readonly string[];
  readonly access: Access;
  /** What just happened, for the page that explains it. */
  readonly steps: readonly Step[];
}
