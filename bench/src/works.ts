/** The works that are compared, each with its floor and its goal. */

export interface Work {
  readonly name: string;
  readonly what: string;
  /** Ratios to `oidc-provider`: the CPU time of `oidc-provider` divided by ours. */
  readonly floor?: number;
  readonly goal?: number;
}

export const WORKS = [
  { name: "discovery", what: "the discovery document", floor: 1.7, goal: 2.2 },
  { name: "jwks", what: "the key set", floor: 1.7, goal: 2.2 },
  { name: "cc-es256", what: "client_credentials, JWT ES256", floor: 1.4, goal: 1.7 },
  { name: "cc-rs256", what: "client_credentials, JWT RS256", floor: 1.1, goal: 1.25 },
  { name: "refresh-rs256", what: "refresh with rotation, ID token RS256", floor: 1.5, goal: 1.9 },
  { name: "refresh-es256", what: "refresh with rotation, ID token ES256", floor: 2.2, goal: 3.2 },
  { name: "introspection", what: "introspection of an access token", floor: 1.8, goal: 2.8 },
  { name: "userinfo-seen", what: "userinfo, a token seen before", floor: 1.8, goal: 2.5 },
  { name: "userinfo-fresh", what: "userinfo, a fresh token each time", floor: 1.1, goal: 1.3 },
  { name: "exchange-rs256", what: "code exchange, ID token RS256" },
  { name: "flow-rs256", what: "whole code flow, ID token RS256", floor: 1.8, goal: 2.5 },
  { name: "flow-es256", what: "whole code flow, ID token ES256", floor: 2.5, goal: 4 },
  { name: "cc-dpop", what: "client_credentials with a DPoP proof, JWT ES256", floor: 1.5, goal: 2 },
  { name: "flow-dpop", what: "whole code flow with DPoP proofs, ID token ES256", floor: 1.5, goal: 2 },
  { name: "flow-par", what: "pushed request and whole code flow, ID token ES256", floor: 1.8, goal: 2.5 },
  { name: "introspection-jwt", what: "introspection of an access token, answered by a JWT ES256" },
  { name: "jwt-bearer", what: "an assertion of a trusted issuer ES256, JWT ES256" },
  { name: "exchange", what: "token exchange by a policy, JWT RS256" },
  { name: "device-poll", what: "a device that polls", floor: 1.5, goal: 2 },
  { name: "registration", what: "dynamic client registration" },
  { name: "sign-in", what: "first sign-in with password (hash included)" },
  { name: "sign-in-passkey", what: "first sign-in with passkey" },
] as const satisfies readonly Work[];

export type WorkName = (typeof WORKS)[number]["name"];
