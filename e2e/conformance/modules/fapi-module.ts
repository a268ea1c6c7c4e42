import type { Bank } from "../suite/fapi/bank.ts";

/** One check of a FAPI 2 plan. It throws when a requirement is not met. */
export type FapiModule = (bank: Bank) => Promise<void>;
