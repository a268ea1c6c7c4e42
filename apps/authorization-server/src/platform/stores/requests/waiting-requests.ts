/** The stores of requests that wait for a person, on one short-lived store. */
import type { Ephemeral } from "@countersign/ephemeral";
import { deviceRequestStore } from "./device-requests.ts";
import { parkedRequestStore } from "./parked-requests.ts";
import { userCodeTries } from "./user-code-tries.ts";

export const waitingRequests = (parts: Pick<Ephemeral, "store"> & { readonly now: () => Date }) => ({
  parkedRequests: parkedRequestStore(parts),
  deviceRequests: deviceRequestStore(parts),
  userCodes: userCodeTries(parts.store),
});
