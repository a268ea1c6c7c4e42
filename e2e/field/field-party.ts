/** What the test of a library or product of others says of itself. It is installed on demand from its registry. */
import type { Surroundings } from "../relying-parties/party.ts";

export interface FieldSurroundings extends Surroundings {
  /** Where it is installed. */
  readonly folder: string;
}

export interface FieldParty {
  readonly name: string;
  /** The software and its pinned version. */
  readonly version: string;
  /** What was set beside issuer, client and redirect URI, in words; "" if nothing. */
  readonly settings: string;
  /** Undefined if it can be installed here, otherwise why not. */
  unavailable(): Promise<string | undefined>;
  /** Installs into an empty folder. It is called once per version. */
  install(folder: string): Promise<void>;
  /** Throws if a requirement is not met, and leaves no process running. */
  run(surroundings: FieldSurroundings): Promise<void>;
}
