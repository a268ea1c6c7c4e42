/** Who acts in a test, and when. */
import type { By } from "../../src/platform/stores/audit/audit-events.ts";

/** That an operator does it, at this time. */
export const byOperatorAt = (at: Date): By => ({ actor: { kind: "operator" }, at });
