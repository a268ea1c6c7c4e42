import { setTimeout as wait } from "node:timers/promises";
import type { World } from "../../support/worlds/world.ts";

/**
 * Waits until assertions are accepted. Those made within ten seconds of the creation of the store of used assertions
 * are refused, because one of them could be a replay.
 */
export const assertionsCount = ({ readyAt }: World) => wait(Math.max(0, readyAt + 11_000 - Date.now()));
