import type { RequestParameters } from "@countersign/rules";
import type { PushedByClient } from "../../../platform/stores/requests/parked-request.ts";

/** A request as it arrived, and how. */
export interface ArrivedRequest {
  readonly parameters: RequestParameters;
  /** The request URI of ours that stood for the request. */
  readonly requestUri?: string | undefined;
  /** Set if the client pushed the request. */
  readonly pushed?: PushedByClient | undefined;
  /** Whether a stored request came without a signature; absent if it was not stored. */
  readonly unsigned?: boolean;
}
