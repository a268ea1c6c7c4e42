import type { Stores } from "../stores.ts";

export interface Starting {
  readonly name: string;
  readonly stores: Stores;
  /** The folder for files of the server. */
  readonly folder: string;
  /** The folder where our own servers write CPU profiles, if any. */
  readonly profile: string | undefined;
}
