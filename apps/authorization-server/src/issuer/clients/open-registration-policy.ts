/** The policy for clients that register themselves without an initial access token (RFC 7591 §3). */
import { z } from "zod";

/** The variables about it. environment.ts includes them. */
export const openRegistrationEnvironment = z.object({
  /** Who may register without a token: no client, or programs on a person's own device. */
  OPEN_REGISTRATION: z.enum(["off", "native"]).default("off"),
  /** How many of these clients may exist. */
  OPEN_REGISTRATION_CLIENTS: z.coerce.number().int().min(1).max(1_000_000).default(1000),
});

export interface OpenRegistrationPolicy {
  readonly isOn: boolean;
  readonly mostClients: number;
}

export const openRegistrationPolicy = (
  config: z.output<typeof openRegistrationEnvironment>,
): OpenRegistrationPolicy => ({
  isOn: config.OPEN_REGISTRATION === "native",
  mostClients: config.OPEN_REGISTRATION_CLIENTS,
});
