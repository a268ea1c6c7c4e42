/** An act as the tests of locks run it: on the ground, and upon one person. */
import type { Database } from "@countersign/database";
import type { By } from "../../src/platform/stores/audit/audit-events.ts";
import { byOperatorAt } from "../acts/acts.ts";
import { noon } from "../world.ts";
import type { Someone } from "./people.ts";
import type { Ground } from "./scene.ts";

export interface Stage {
  readonly database: Database;
  readonly ground: Ground;
  readonly someone: Someone;
}

export type Act = (stage: Stage) => Promise<unknown>;

/** An act upon a state that has to be made before, and undone where others act upon the same rows after it. */
export interface Prepared {
  /** Statements in which `$someone` is the id of the person. */
  readonly given: readonly string[];
  readonly after: readonly string[];
  readonly act: Act;
}

/** Acts by the name of what does them; a variant of one has a slash and a word behind the name. */
export type Acts = Readonly<Record<string, Act | Prepared>>;

/** The parts of an act that may have nothing to prepare. */
export const preparedOf = (act: Act | Prepared): Prepared =>
  typeof act === "function" ? { given: [], after: [], act } : act;

/** A minute after everything was made. */
export const at = new Date(noon.getTime() + 60_000);
export const by: By = byOperatorAt(at);
export const occurrence = { at, address: "192.0.2.7" };
export const browser = "";
export const enough = () => true;
