/**
 * Requests of devices that wait for a person: RFC 8628. Two secrets lead to one: the device code, with which the device
 * polls, and the user code, which the person brings. The request is short-lived state: if it is lost, the device begins
 * again. What an approval gives is durable before the device is told (decision 180).
 */
import type { Ephemeral, Step } from "@countersign/ephemeral";
import {
  after,
  countsForNext,
  type DeviceCodes,
  newUserCode,
  nextInterval,
  POLL_INTERVAL_SECONDS,
  type PollVerdict,
  pollVerdict,
  type Secret,
  tooManyRequests,
} from "@countersign/rules";
import { type DeviceRequestRow, idOf, readDevice, writeDevice } from "./device-request.ts";
import { digest } from "./pushed-request.ts";

/** How long a person may take to decide. */
export const DEVICE_TTL_SECONDS = 600;
/** The decision is told for so long. Later the code says of itself that it expired. */
const KEPT_SECONDS = 2 * DEVICE_TTL_SECONDS;
/**
 * How many user codes may be open at a time, of all clients together. Decision 179 computes with this number. Clients
 * that authenticate have half of the places, which strangers cannot fill.
 */
export const MOST_USER_CODES = 10_000;

export type NewDeviceRequest = Pick<
  DeviceRequestRow,
  "clientId" | "parameters" | "timesEnded" | "key" | "address" | "userAgent" | "isAuthenticated"
>;

/** How often a decision is written if polls come in between: they write a dozen times, and then once a minute. */
const MOST_TRIES = 20;

export interface FoundDevice {
  readonly id: string;
  readonly device: DeviceRequestRow;
}

export interface DeviceRequestStore {
  /**
   * Stores a request and returns its two codes. If too many of its kind are open, the oldest user code ends.
   *
   * @param limits the rate limits of the sender, counted first: if one is reached, nothing is stored, and this throws
   *   `temporarily_unavailable` with `retryAfterSeconds`
   */
  begin(request: NewDeviceRequest, limits: readonly Step[]): Promise<{ deviceCode: Secret; userCode: string }>;
  /** The name of the request that an open user code leads to. */
  idOf(userCode: string): Promise<string | undefined>;
  /** Whether a person decided about the request that a user code led to, as long as codes of its age are open. */
  wasUsed(userCode: string): Promise<boolean>;
  /** Finds a request by its name, until some time after its end. */
  find(id: string): Promise<FoundDevice | undefined>;
  /** Whether this deployment gave a device code to a client, also if nothing is left of its request. */
  isGivenTo(clientId: string, deviceCode: string): boolean;
  /** Ends the user code of a request: of those who decide at the same time, exactly one gets true. */
  claim(device: Pick<DeviceRequestRow, "userCode" | "isAuthenticated">): Promise<boolean>;
  /** Tells the device what was decided. The caller has claimed the request. */
  conclude(id: string, decision: "approved" | "denied"): Promise<void>;
  /**
   * The answer to a poll of the device. It counts for the interval of the next one. Of polls at the same moment, one
   * gets `approved`.
   */
  poll(found: FoundDevice): Promise<PollVerdict>;
}

interface DeviceRequestOptions extends Pick<Ephemeral, "store"> {
  readonly now: () => Date;
  readonly codes: DeviceCodes;
  readonly most?: number;
}

export function deviceRequestStore({
  store,
  now,
  codes,
  most = MOST_USER_CODES,
}: DeviceRequestOptions): DeviceRequestStore {
  /** A user code that no open request has. With all places taken, one in fifty million is drawn again. */
  async function freshUserCode(): Promise<string> {
    const code = newUserCode();
    return (await store.get(userCodeKey(digest(code)))) === undefined ? code : freshUserCode();
  }

  return {
    async begin(request, limits) {
      const deviceCode = codes.issue(request.clientId);
      const userCode = await freshUserCode();
      const id = idOf(deviceCode);
      const key = userCodeKey(digest(userCode));
      const device = { ...request, userCode: digest(userCode), ...begunAt(now()) };
      const bounds = { limit: most / 2, ttlSeconds: DEVICE_TTL_SECONDS };
      const { verdict, dropped } = await store.apply([
        ...limits,
        { do: "collect", set: setOf(request), member: key, bounds },
        { do: "put", key, value: id, ttlSeconds: DEVICE_TTL_SECONDS },
        { do: "put", key: deviceKey(id), value: writeDevice(device), ttlSeconds: KEPT_SECONDS },
      ]);
      if (!verdict.allowed) throw tooManyRequests(verdict.retryAfterSeconds);
      if (dropped.length > 0) await store.apply([...new Set(dropped)].map((key) => ({ do: "remove", key })));
      return { deviceCode, userCode };
    },

    idOf: (userCode) => store.get(userCodeKey(digest(userCode))),

    wasUsed: async (userCode) => (await store.get(usedKey(digest(userCode)))) !== undefined,

    async find(id) {
      const text = await store.get(deviceKey(id));
      return text === undefined ? undefined : { id, device: readDevice(text) };
    },

    isGivenTo: codes.isGivenTo,

    async claim(device) {
      const key = userCodeKey(device.userCode);
      const { done } = await store.apply([
        { do: "take", key },
        { do: "discard", set: setOf(device), member: key },
        { do: "put", key: usedKey(device.userCode), value: "used", ttlSeconds: DEVICE_TTL_SECONDS },
      ]);
      return done;
    },

    async conclude(id, decision) {
      const key = deviceKey(id);
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        // biome-ignore lint/performance/noAwaitInLoops: again only if a poll changed the request in between
        const expected = await store.get(key);
        if (expected === undefined) return; // the device is told that it expired
        const next = writeDevice({ ...readDevice(expected), decision });
        if ((await store.apply([{ do: "replace", key, expected, next }])).done) return;
      }
      throw new Error("polls changed the request of a device more often than they may");
    },

    async poll({ id, device }) {
      const at = now();
      const verdict = pollVerdict(device, device.decision, at);
      const isCollected = verdict === "approved" && device.decision === "collected";
      if (verdict === "denied" || verdict === "expired" || isCollected) return verdict;
      if (!countsForNext(device, verdict)) return verdict;

      const decision = verdict === "approved" ? "collected" : device.decision;
      const next = { ...device, polledAt: at, intervalSeconds: nextInterval(device, verdict), decision };
      const change = { key: deviceKey(id), expected: writeDevice(device), next: writeDevice(next) };
      const { done } = await store.apply([{ do: "replace", ...change }]);
      // Another poll came at the same moment, so this one is too early.
      return done ? verdict : "slow_down";
    },
  };
}

const begunAt = (at: Date) => ({
  startedAt: at,
  expiresAt: after(at, DEVICE_TTL_SECONDS),
  intervalSeconds: POLL_INTERVAL_SECONDS,
  polledAt: undefined,
  decision: undefined,
});

const setOf = ({ isAuthenticated }: Pick<DeviceRequestRow, "isAuthenticated">) =>
  isAuthenticated ? "devices-of-clients" : "devices";
const deviceKey = (id: string) => `device:${id}`;
const userCodeKey = (hash: string) => `user-code:${hash}`;
const usedKey = (hash: string) => `user-code-used:${hash}`;
