/** `oidc-provider`: a provider we did not write, with its development pages. */
import { randomBytes } from "node:crypto";
import { Provider } from "oidc-provider";
import { type Listening, listen } from "./listen.ts";

/** The client with this identifier follows FAPI 2.0. */
export const FAPI_CLIENT = "bank";

export const INITIAL_ACCESS_TOKEN = "initial-access-token-for-tests";

/**
 * Registers the clients by their metadata, with the names of OpenID Connect Registration §2. More may register
 * themselves.
 */
export async function runRealProvider(clients: readonly Record<string, unknown>[]): Promise<Listening> {
  return listen((issuer) => new Provider(issuer, configurationFor(clients)).callback());
}

const person = {
  name: "Alice Adams",
  email: "alice@example.com",
  email_verified: true,
  phone_number: "+32 9 000 00 00",
  address: { locality: "Ghent", country: "Belgium" },
};

function configurationFor(clients: readonly Record<string, unknown>[]): Record<string, unknown> {
  return {
    clients,
    claims: {
      openid: ["sub"],
      profile: ["name"],
      email: ["email", "email_verified"],
      address: ["address"],
      phone: ["phone_number"],
    },
    findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => ({ sub, ...person }) }),
    cookies: { keys: ["only for tests"] },
    scopes: ["openid", "profile", "email", "address", "phone", "offline_access"],
    responseTypes: ["code", "id_token token", "id_token", "none"],
    rotateRefreshToken: true,
    // The provider's own fetch refuses to send requests to this machine, where the client under test runs.
    fetch: (url: string, { dispatcher: _, ...options }: RequestInit & { dispatcher?: unknown }) => fetch(url, options),
    features: {
      registration: { enabled: true, initialAccessToken: INITIAL_ACCESS_TOKEN },
      introspection: { enabled: true },
      revocation: { enabled: true },
      backchannelLogout: { enabled: true },
      dPoP: { enabled: true, nonceSecret: randomBytes(32), requireNonce: () => true },
      fapi: {
        enabled: true,
        profile: (_: unknown, client?: { clientId: string }) => (client?.clientId === FAPI_CLIENT ? "2.0" : undefined),
      },
    },
  };
}
