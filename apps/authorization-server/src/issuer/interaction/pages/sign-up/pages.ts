/**
 * The pages on which a person creates an account, by path. Where sign-up is closed, those of an invitation are there
 * for the links that operators print.
 */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../../../dependencies.ts";
import { paths } from "../../../../paths.ts";
import { queryOf } from "../../../../platform/http/parameters.ts";
import { signUpForPage } from "../../arrival/sign-up-for-page.ts";
import { signUpAddress } from "./address.ts";
import { signUpCode } from "./code.ts";
import { signUpDetails } from "./details.ts";
import { invitation } from "./invitation.ts";
import { verifyEmail } from "./verify-email.ts";

interface Page<C> {
  readonly caller: C;
  readonly methods: { readonly GET: Handler; readonly POST: Handler };
}

/** @param callers for pages of a request, and for pages that a link in a mail opens */
export function signUpPages<C>(
  deps: Dependencies,
  { browser, apart }: { readonly browser: C; readonly apart: C },
): Readonly<Record<string, Page<C>>> {
  const invited = {
    [paths.invitation]: { caller: apart, methods: invitation(deps) },
    [paths.signUpDetails]: { caller: browser, methods: signUpDetails(deps) },
  };
  if (!deps.signUp.isOpen) return invited;
  const address = signUpAddress(deps);
  return {
    ...invited,
    [paths.signUp]: { caller: browser, methods: { ...address, GET: startOr(address.GET, deps) } },
    [paths.signUpCode]: { caller: browser, methods: signUpCode(deps) },
    [paths.verifyEmail]: { caller: apart, methods: verifyEmail(deps) },
  };
}

/** A person who comes without a client's request signs up for this service, and then sees their account. */
const startOr =
  (shown: Handler, deps: Dependencies): Handler =>
  (call) =>
    queryOf(call).get("request") === undefined
      ? signUpForPage({ page: paths.account, level: "R0" }, { step: "address" }, deps, call)
      : shown(call);
