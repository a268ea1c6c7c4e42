/**
 * The page where a person types the code of a device, or finds it filled in by a link (RFC 8628 §3.3). Only people who
 * are signed in may try codes. GET changes nothing, so a link can be looked at by programs.
 */
import type { Dependencies } from "../../../dependencies.ts";
import { beginDevice } from "../../../issuer/interaction/arrival/begin-device.ts";
import { paths } from "../../../paths.ts";
import { queryOf } from "../../../platform/http/parameters.ts";
import { waitFor } from "../../../platform/http/waiting.ts";
import type { DeviceCodeProblem } from "../../views/models/device.ts";
import { type Asked, defineAccountPage } from "../page.ts";

/** What is shown of a code from a link or a form. */
const LONGEST_SHOWN = 32;

export const device = defineAccountPage({
  path: paths.device,
  level: "R0",

  show: (asked, _, call) => page(asked, queryOf(call).get("user_code") ?? ""),

  async act(asked, form, deps: Dependencies, call) {
    const typed = form.get("user_code") ?? "";
    const wrong = await beginDevice({ typed, userId: asked.userId, sessionId: asked.session.id }, deps, call);
    if (wrong === undefined) return { kind: "answered" };
    if (wrong.problem !== "too_many") return { kind: "show", page: page(asked, typed, wrong), status: 422 };
    const { minutes, ...how } = waitFor(wrong.retryAfterSeconds);
    return { kind: "show", page: page(asked, typed, { ...wrong, minutes }), ...how };
  },
});

function page(
  { pages, common }: Asked,
  typed: string,
  wrong?: { readonly problem: DeviceCodeProblem; readonly minutes?: number | undefined },
): string {
  return pages.device({
    ...common,
    typed: typed.slice(0, LONGEST_SHOWN),
    problem: wrong?.problem,
    minutes: wrong?.minutes,
  });
}
