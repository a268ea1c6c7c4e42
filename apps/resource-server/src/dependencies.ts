/** What the endpoint may use. */
import type { VerifiedAccessToken } from "@countersign/jwt";
import type { UserinfoStore } from "./store.ts";

export interface Dependencies {
  /** Throws `invalid_token` or `temporarily_unavailable`. */
  readonly verify: (token: string) => Promise<VerifiedAccessToken>;
  readonly store: UserinfoStore;
  /** The identifier of this resource server. */
  readonly resource: string;
}
