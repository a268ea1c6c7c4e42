/** What operators see of signing keys: a key that is not rotated gets older and older. */
import type { Measure } from "@countersign/service";
import type { KeyRing } from "./key-ring.ts";

export const keyMeasures = (keys: Pick<KeyRing, "signingSince">, now: () => Date): readonly Measure[] => [
  {
    name: "signing_key_age_seconds",
    help: "The time since the key took over that signs now, by its algorithm",
    type: "gauge",
    labelNames: ["alg"],
    read: async () =>
      [...keys.signingSince()].map(([alg, since]) => ({
        labels: { alg },
        value: Math.max(0, (now().getTime() - since.getTime()) / 1000),
      })),
  },
];
