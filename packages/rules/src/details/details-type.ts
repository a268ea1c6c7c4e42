/** Types of authorization details: RFC 9396 §2. A deployment defines them by its configuration. */
import type { JsonObject } from "./json.ts";

/** What requests are checked by. */
export interface DetailsType {
  /** The value of the member `type`, compared byte for byte. */
  readonly type: string;
  /** The resource servers that understand this type, by identifier. */
  readonly resources: readonly string[];
  /** Members whose value is an array that a token request may shorten (RFC 9396 §6.1). */
  readonly narrowable: readonly string[];
  /** Whether a person accepts all objects of this type in a request, or none. */
  readonly whole: boolean;
  /** Whether a person who accepted an object is not asked for the same object again. */
  readonly remembered: boolean;
  /** The clients that may have this type in tokens for themselves (RFC 6749 §4.4), by id. */
  readonly withoutPerson: readonly string[];
  /** Whether an object follows the schema of the type. */
  readonly isValid: (value: JsonObject) => boolean;
}

export type DetailsTypes = ReadonlyMap<string, DetailsType>;

/** One object of the parameter `authorization_details` that this client may ask for. */
export interface Detail {
  readonly type: DetailsType;
  /** The object, as it was sent. */
  readonly value: JsonObject;
  /** The resource servers that it is for. */
  readonly resources: readonly string[];
}

/** The objects that were granted for each resource server, by identifier. */
export type GrantedDetails = Readonly<Record<string, readonly JsonObject[]>>;
