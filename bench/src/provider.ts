/** How to reach a provider, whichever it is. */
import type { Connection, Jar } from "./load/http.ts";
import type { Proofs } from "./proofs.ts";

export interface RelyingParty {
  readonly id: string;
  readonly secret: string;
  /** Present for a client whose tokens are bound to its key. */
  readonly proofs?: Proofs;
}

/** A client of client_credentials, and the parameters that it sends in addition to the grant type. */
export interface ServiceClient extends RelyingParty {
  readonly form?: Readonly<Record<string, string>>;
}

/** How to reach one provider and sign in at it. */
export interface Provider {
  /**
   * The resource that makes the access tokens of this provider JWTs (RFC 8707). Its userinfo endpoint accepts no
   * such token. Undefined where the format of access tokens does not depend on the request.
   */
  readonly resource?: { readonly identifier: string; readonly scope: string };
  readonly origin: string;
  /** The origin that serves /userinfo. */
  readonly userinfoOrigin: string;
  readonly paths: Readonly<
    Record<"discovery" | "jwks" | "authorization" | "token" | "introspection" | "userinfo", string>
  >;
  /** The endpoint for pushed requests, if the provider has one. */
  readonly pushing?: string;
  /** The endpoint where devices begin (RFC 8628), if the provider has one. */
  readonly devices?: string;
  readonly redirectUri: string;
  /** Clients by the algorithm of their ID tokens. */
  readonly clients: Readonly<Partial<Record<"RS256" | "ES256", RelyingParty>>>;
  /** The client whose tokens of client_credentials use ES256. */
  readonly service?: ServiceClient;
  /**
   * Headers that make a request appear to come from its own address, so that limits per address do not stop a
   * benchmark.
   */
  readonly from: (index: number) => Record<string, string>;
  /** Signs a person in and gives consent. Returns the redirect URI of the client with the code. */
  signIn(connection: Connection, jar: Jar, authorization: string, index: number): Promise<string>;
}
