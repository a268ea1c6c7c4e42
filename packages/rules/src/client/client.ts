/** A client as the protocol sees it: RFC 6749 §2. */
import type { z } from "zod";
import type { CLIENT_RECORD } from "./record/client-record.ts";
import type { Member } from "./record/member.ts";
import { DEVICE_CODE, JWT_BEARER, TOKEN_EXCHANGE } from "./record/registered-values.ts";

type Rows = typeof CLIENT_RECORD;
type Field = keyof Rows;
type Held<Row> = Row extends Member<string, z.ZodType, infer Value> ? Value : never;
type Optional = { [F in Field]: undefined extends Held<Rows[F]> ? F : never }[Field];
type Members<F extends Field> = {
  readonly [Name in Exclude<F, Optional>]: Held<Rows[Name]>;
} & {
  readonly [Name in Extract<F, Optional>]?: Held<Rows[Name]> | undefined;
};

/** The fields that decide requests. */
type RequestField = { [F in Field]: Rows[F]["inRequests"] extends true ? F : never }[Field];

/** The state of a client, in addition to its metadata. */
interface ClientState {
  readonly id: string;
  /** SHA-256 of the client secret: 32 bytes; none for a public client. */
  readonly secretHash: Uint8Array | undefined;
  /** The secret itself, encrypted, if it is the key of an HMAC, and the id of the key-encryption key that opens it. */
  readonly sealedSecret?: Uint8Array | undefined;
  readonly secretKeyEncryptionKeyId?: string | undefined;
  /** When the secret expires; null for never. The previous secret is valid until its own expiry. */
  readonly secretExpiresAt?: Date | null | undefined;
  readonly previousSecretHash?: Uint8Array | undefined;
  readonly previousSecretExpiresAt?: Date | null | undefined;
  /**
   * Whether the client never authenticated with a secret that replaced another: the answer with the new secret may have
   * been lost.
   */
  readonly hasUnusedSecret?: boolean | undefined;
  /**
   * How often the members that requests are checked by changed. A check is valid only for the revision it was made for.
   */
  readonly revision?: number | undefined;
  /**
   * How often an operator ended its authority, by disabling it or by replacing its secret. Requests that it pushed
   * before are refused.
   */
  readonly timesEnded?: number | undefined;
  readonly hasLogo: boolean;
  /** Whether it registered by HTTP, and the day of its last use if it did. See `registeredItself`. */
  readonly hasRegistrationToken?: boolean | undefined;
  readonly lastUsedAt?: Date | null | undefined;
  /** Claims that are made for this client: their expressions, by name. Only an operator sets it. */
  readonly claimMapping?: Readonly<Record<string, string>> | undefined;
  /** The hook that adds claims for this client. Only an operator sets it. */
  readonly claimsHookId?: string | undefined;
  /** The resource server to which this client belongs: it may introspect tokens for that resource server. */
  readonly resourceServer: string | undefined;
}

/** A client as requests see it. */
export type Client = ClientState & Members<RequestField>;

/** All registered metadata of a client. */
export type ClientMembers = Members<Field>;

/** A client with all its registered metadata. */
export type ClientRecord = ClientState & ClientMembers;

/** RFC 6749 §2.1: a public client cannot keep a secret, so nothing proves its identity. */
export function isPublicClient(client: Pick<Client, "tokenEndpointAuthMethod">): boolean {
  return client.tokenEndpointAuthMethod === "none";
}

/** The grant types of a client that no person signs in to. */
const OF_SERVICES: readonly unknown[] = ["client_credentials", TOKEN_EXCHANGE];

/** Whether no person signs in to a client: it acts for itself (RFC 6749 §4.4), or exchanges tokens (RFC 8693). */
export function isServiceClient(grantTypes: readonly unknown[]): boolean {
  return grantTypes.length > 0 && grantTypes.every((type) => OF_SERVICES.includes(type));
}

/** Whether people sign in to a client only by a device without a browser (RFC 8628): nothing is redirected to it. */
export function isDeviceClient(grantTypes: readonly unknown[]): boolean {
  return grantTypes.includes(DEVICE_CODE) && grantTypes.every((type) => TOKEN_ENDPOINT_ALONE.includes(type));
}

/** Whether all that a client gets begins at the token endpoint: as a service, by a device or by assertions. */
export const beginsAtTokenEndpoint = (grantTypes: readonly unknown[]): boolean =>
  grantTypes.every((type) => TOKEN_ENDPOINT_ALONE.includes(type));

/** The grant types that need no authorization endpoint. */
const TOKEN_ENDPOINT_ALONE: readonly unknown[] = [
  ...[DEVICE_CODE, JWT_BEARER, TOKEN_EXCHANGE],
  ...["refresh_token", "client_credentials"],
];
