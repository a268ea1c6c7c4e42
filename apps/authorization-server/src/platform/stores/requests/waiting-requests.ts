/** The stores of requests that wait for a person, on one short-lived store. */
import type { Ephemeral } from "@countersign/ephemeral";
import { deviceCodes } from "@countersign/rules";
import { deviceRequestStore } from "./device-requests.ts";
import { parkedRequestStore } from "./parked-requests.ts";
import { userCodeTries } from "./user-code-tries.ts";

interface Parts extends Pick<Ephemeral, "store"> {
  readonly now: () => Date;
  /** The keys of the deployment: they prove which device codes it gave. */
  readonly keys: Parameters<typeof deviceCodes>[0];
}

export const waitingRequests = ({ keys, ...parts }: Parts) => ({
  parkedRequests: parkedRequestStore(parts),
  deviceRequests: deviceRequestStore({ ...parts, codes: deviceCodes(keys) }),
  userCodes: userCodeTries(parts.store),
});
