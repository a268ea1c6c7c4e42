/**
 * The first page for a person who must set up a second factor: it says why, and mails a code. Without the code, a thief
 * of the password could set up a factor.
 */
import { hintOfAddress, waysToEnrol } from "@countersign/rules";
import type { Dependencies } from "../../../../dependencies.ts";
import { waitFor } from "../../../../platform/http/waiting.ts";
import { anybody, definePage, type Outcome } from "../../page.ts";
import { addressFor, formSubject, type Here, leave, mailCode, personOf } from "./steps.ts";

export const enrol = definePage({
  name: "enrol",
  isFor: anybody,
  formSubject,

  show: (asked, deps) => page(asked, deps),

  async act(asked, form, deps, call) {
    const left = leave(asked, form);
    if (left !== undefined) return left;

    const address = await addressFor(asked, deps);
    const factor = waysToEnrol(asked.facts).find((one) => one === form.get("action"));
    if (address === undefined || factor === undefined) return again(asked, deps);
    const limit = await mailCode(asked, address, deps, call);
    if (limit !== undefined) return again(asked, deps, limit);
    const enrolment = { userId: personOf(asked), step: "code", factor } as const;
    return { kind: "continue", progress: { ...asked.interaction.parked.progress, enrolment } };
  },
});

async function page(asked: Here, deps: Dependencies, minutes?: number): Promise<string> {
  const address = await addressFor(asked, deps);
  const hint = address && hintOfAddress(address.deliverable);
  return asked.pages.enrol({
    ...asked.common,
    address: hint,
    factors: waysToEnrol(asked.facts),
    problem: minutes === undefined ? undefined : "too_many",
    minutes,
  });
}

async function again(asked: Here, deps: Dependencies, retryAfterSeconds?: number): Promise<Outcome> {
  const { minutes, ...how } = waitFor(retryAfterSeconds);
  return { kind: "show", page: await page(asked, deps, minutes), ...how };
}
