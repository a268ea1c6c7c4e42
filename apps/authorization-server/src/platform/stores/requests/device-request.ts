/** A request of a device (RFC 8628) while it waits, and the text in which it is stored. */
import { type DeviceDecision, hashSecret, type SecretHash, type WaitingDevice } from "@countersign/rules";
import type { SentRequest } from "./parked-request.ts";

export interface DeviceRequestRow extends WaitingDevice {
  readonly clientId: string;
  /** The parameters of the request. Their content is checked again each time it is read. */
  readonly parameters: SentRequest["parameters"];
  /** How often the client's authority had been ended when it began. */
  readonly timesEnded: number;
  /** The thumbprint of the key whose proof came with the request: only its holder gets the tokens (RFC 9449 §10). */
  readonly key: string | undefined;
  /** Where and when the request came, for the person who decides. */
  readonly address: string;
  readonly userAgent: string | undefined;
  readonly startedAt: Date;
  /** Whether the client authenticated: strangers cannot fill the places of such requests. */
  readonly isAuthenticated: boolean;
  /** The hash of its user code. */
  readonly userCode: string;
  readonly decision: DeviceDecision;
}

/** A longer `User-Agent` is cut: it is shown as a few known names. */
export const LONGEST_USER_AGENT = 512;

/** The name of a request, which its device code leads to: the hash of that, in base64url. It gives no tokens. */
export const idOf = (deviceCode: string): string => hashSecret(deviceCode).toString("base64url");

/** The hash of the device code, as an authorization has it. */
export const codeHashOf = (id: string): SecretHash => Buffer.from(id, "base64url") as SecretHash;

/** The text of a request. A request that was read is written again byte for byte the same. */
export const writeDevice = ({ startedAt, expiresAt, polledAt, ...row }: DeviceRequestRow): string =>
  JSON.stringify({ ...row, startedAt: +startedAt, expiresAt: +expiresAt, polledAt: polledAt && +polledAt });

export function readDevice(text: string): DeviceRequestRow {
  const { startedAt, expiresAt, polledAt, ...row } = JSON.parse(text) as Written;
  return {
    ...row,
    startedAt: new Date(startedAt),
    expiresAt: new Date(expiresAt),
    polledAt: polledAt === undefined ? undefined : new Date(polledAt),
  };
}

type Times = "startedAt" | "expiresAt" | "polledAt";
type Written = Omit<DeviceRequestRow, Times> & { readonly [T in Times]: number } & {
  readonly polledAt: number | undefined;
};
