import { pause } from "../clients/answered.ts";

const LIMIT_MS = 120_000;

/** Resolves when this is so; what rejects is not so yet. @throws Error after two minutes, with the last reason */
export async function until(isSo: () => Promise<boolean>, everyMs = 100): Promise<void> {
  let reason: unknown;
  for (const giveUpAt = performance.now() + LIMIT_MS; performance.now() < giveUpAt; await pause(everyMs)) {
    const is = await isSo().catch((err: unknown) => {
      reason = err;
      return false;
    });
    if (is) return;
  }
  throw new Error("It took too long", { cause: reason });
}
