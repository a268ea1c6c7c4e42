/** How a provider is reached, whoever made it. */
import type { Connection, Jar } from "./load/http.ts";

export interface RelyingParty {
  readonly id: string;
  readonly secret: string;
}

/** A client of client_credentials, and what it sends besides the grant type. */
export interface ServiceClient extends RelyingParty {
  readonly form?: Readonly<Record<string, string>>;
}

/** How one provider is reached and signed in at. */
export interface Provider {
  /**
   * What its access tokens are asked for so that they are JWTs (RFC 8707). Its userinfo takes none of those. Undefined
   * where they are what they are without asking.
   */
  readonly resource?: { readonly identifier: string; readonly scope: string };
  readonly origin: string;
  /** Where /userinfo is served. */
  readonly userinfoOrigin: string;
  readonly paths: Readonly<
    Record<"discovery" | "jwks" | "authorization" | "token" | "introspection" | "userinfo", string>
  >;
  readonly redirectUri: string;
  /** Clients whose ID tokens have this algorithm. */
  readonly clients: Readonly<Partial<Record<"RS256" | "ES256", RelyingParty>>>;
  /** Whose tokens of client_credentials are ES256. */
  readonly service?: ServiceClient;
  /**
   * Headers that make a request come from an address of its own, so that limits per address do not stop a benchmark.
   */
  readonly from: (index: number) => Record<string, string>;
  /** Signs a person in and agrees; returns the address of the client with the code. */
  signIn(connection: Connection, jar: Jar, authorization: string, index: number): Promise<string>;
}
