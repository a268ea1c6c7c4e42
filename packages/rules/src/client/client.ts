/** A client as the protocol sees it: RFC 6749 §2. */
import type { z } from "zod";
import type { CLIENT_RECORD } from "./client-record.ts";
import type { Member } from "./member.ts";

type Rows = typeof CLIENT_RECORD;
type Field = keyof Rows;
type Held<Row> = Row extends Member<string, z.ZodType, infer Value> ? Value : never;
type Optional = { [F in Field]: undefined extends Held<Rows[F]> ? F : never }[Field];
type Members<F extends Field> = {
  readonly [Name in Exclude<F, Optional>]: Held<Rows[Name]>;
} & {
  readonly [Name in Extract<F, Optional>]?: Held<Rows[Name]> | undefined;
};

/** The fields that requests are decided by. */
type RequestField = { [F in Field]: Rows[F]["inRequests"] extends true ? F : never }[Field];

/** What a client is besides its metadata. */
interface ClientState {
  readonly id: string;
  /** SHA-256 of the client secret: 32 bytes; none for a public client. */
  readonly secretHash: Uint8Array | undefined;
  /**
   * The secret itself, encrypted, where it is the key of an HMAC; and the id of the key-encryption key that opens it.
   */
  readonly sealedSecret?: Uint8Array | undefined;
  readonly secretKeyEncryptionKeyId?: string | undefined;
  /** When that ends; null for never. Until its own end, the one before is good too. */
  readonly secretExpiresAt?: Date | null | undefined;
  readonly previousSecretHash?: Uint8Array | undefined;
  readonly previousSecretExpiresAt?: Date | null | undefined;
  /** Whether it never authenticated by a secret that was made in place of another: the answer may have been lost. */
  readonly hasUnusedSecret?: boolean | undefined;
  /** How often it changed in what requests are checked by: what was checked for one revision counts for that alone. */
  readonly revision?: number | undefined;
  readonly hasLogo: boolean;
  /** Whether it registered itself, and when such a one was last used, to the day. */
  readonly registeredItself?: boolean | undefined;
  readonly lastUsedAt?: Date | null | undefined;
  /** The resource server that this client is the account of: it may introspect what is meant for that. */
  readonly resourceServer: string | undefined;
}

/** A client as requests see it. */
export type Client = ClientState & Members<RequestField>;

/** All that is registered of a client. */
export type ClientMembers = Members<Field>;

/** A client with all that is registered of it. */
export type ClientRecord = ClientState & ClientMembers;

/** RFC 6749 §2.1: a public client cannot keep a secret, so nothing proves who it is. */
export function isPublicClient(client: Pick<Client, "tokenEndpointAuthMethod">): boolean {
  return client.tokenEndpointAuthMethod === "none";
}

/** Whether a client acts for itself alone: nobody signs in to it (RFC 6749 §4.4). */
export function isServiceClient(grantTypes: readonly unknown[]): boolean {
  return grantTypes.length > 0 && grantTypes.every((type) => type === "client_credentials");
}
