import type * as oauth from "oauth4webapi";
import type { ClientKey } from "./keys.ts";

export interface Client {
  readonly id: string;
  readonly secret: string | undefined;
  readonly redirectUri: string;
  readonly key: ClientKey;
  /** The client authentication at the token endpoint. */
  readonly authentication: oauth.ClientAuth;
  /** The registered metadata, from the response of the provider. */
  readonly metadata: Readonly<Record<string, unknown>>;
}
