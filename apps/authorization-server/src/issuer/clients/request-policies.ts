/** The deployment's policies for authorization requests: pushed ones (RFC 9126) and signed ones (RFC 9101). */
import { z } from "zod";

/** The variables about authorization requests. environment.ts includes them. */
export const requestEnvironment = z.object({
  /** Whether clients may sign their authorization requests, or all must. */
  SIGNED_REQUESTS: z.enum(["optional", "required"]).default("optional"),
  /** Whether clients may push their authorization requests, or all must. */
  PUSHED_REQUESTS: z.enum(["optional", "required"]).default("optional"),
  /** How long a browser can begin with a pushed request. FAPI 2.0 Security Profile §5.3.2.2: less than 600 seconds. */
  PUSHED_REQUEST_TTL_SECONDS: z.coerce.number().int().min(5).max(599).default(90),
  /** How many requests per minute one client may push. */
  PUSHED_REQUESTS_PER_MINUTE: z.coerce.number().int().min(60).max(100_000_000).default(6000),
});

export interface PushedRequestsPolicy {
  readonly areRequired: boolean;
  readonly ttlSeconds: number;
}

export interface SignedRequestsPolicy {
  readonly areRequired: boolean;
}

interface RequestPolicies {
  readonly pushedRequests: PushedRequestsPolicy;
  readonly signedRequests: SignedRequestsPolicy;
}

export const requestPolicies = (config: z.output<typeof requestEnvironment>): RequestPolicies => ({
  pushedRequests: {
    areRequired: config.PUSHED_REQUESTS === "required",
    ttlSeconds: config.PUSHED_REQUEST_TTL_SECONDS,
  },
  signedRequests: { areRequired: config.SIGNED_REQUESTS === "required" },
});
