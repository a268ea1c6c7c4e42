/** The pages on which a person decides about a request, once they are signed in. */
import type { Caller, ServeOptions } from "@countersign/service";
import type { Dependencies } from "../../../../dependencies.ts";
import { paths } from "../../../../paths.ts";
import { beginTrial } from "../../arrival/begin-trial.ts";
import { changeUser } from "./change-user.ts";
import { consent } from "./consent.ts";
import { deviceConfirm } from "./device-confirm.ts";
import { deviceDonePage } from "./device-done.ts";
import { selectAccount } from "./select-account.ts";
import { terms } from "./terms.ts";

export const decisionPages = (
  deps: Dependencies,
  { browser, apart }: { readonly browser: Caller; readonly apart: Caller },
): ServeOptions["routes"] => ({
  [paths.selectAccount]: { caller: browser, methods: selectAccount(deps) },
  [paths.terms]: { caller: browser, methods: terms(deps) },
  [paths.deviceConfirm]: { caller: browser, methods: deviceConfirm(deps) },
  [paths.deviceDone]: { caller: apart, methods: { GET: deviceDonePage(deps) } },
  [paths.consent]: { caller: browser, methods: consent(deps) },
  // GET may look up what the client would get, when no page is needed.
  [paths.trySignIn]: { caller: apart, changing: true, methods: { GET: beginTrial(deps) } },
  [paths.changeUser]: { caller: browser, methods: { POST: changeUser(deps) } },
});
