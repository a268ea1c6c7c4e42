/**
 * The page of the link that takes a change of address back. It works in any browser, because the person who changed the
 * address may have changed the password, too. The person types the address to which the mail went: a program that
 * opens links and sends forms does not.
 */
import { readEmailAddress } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import { undoAddressChange } from "../../administration/people/addresses.ts";
import type { Dependencies } from "../../dependencies.ts";
import { pathBelow, paths } from "../../paths.ts";
import { assertOwnForm, csrfToken } from "../../platform/http/csrf.ts";
import { languagesOf } from "../../platform/http/languages.ts";
import { formOf, queryOf } from "../../platform/http/parameters.ts";
import { countRequest } from "../../platform/http/source-limits.ts";

/** What a link contains: 256 bits in base64url. */
const TOKEN = /^[\w-]{43}$/;

const LONGEST_ADDRESS = 320;

type State = "ask" | "mismatch" | "done" | "void";

export const undoEmail = (deps: Dependencies): { readonly GET: Handler; readonly POST: Handler } => ({
  async GET(call) {
    const token = queryOf(call).get("token");
    // The address of a page is stored in the history. The link leads to an address without its token.
    if (token !== undefined) {
      if (TOKEN.test(token)) deps.cookies.setLink(call.res, token);
      return call.redirect(pathBelow(deps.issuer, paths.undoEmail));
    }
    const found = await changeIn(call, deps);
    const browser = deps.cookies.ensureBrowser(call.req, call.res);
    const asked = found && { csrf: csrfToken(browser, subjectOf(found.token)) };
    show(call, deps, found === undefined ? "void" : "ask", asked);
  },

  async POST(call) {
    const form = await formOf(call);
    const found = await changeIn(call, deps);
    if (found === undefined) return show(call, deps, "void");

    const browser = deps.cookies.browser(call.req);
    assertOwnForm(call.req, form, { browser, about: subjectOf(found.token), issuer: deps.issuer });
    const typed = form.get("email") ?? "";
    if (readEmailAddress(typed)?.canonical !== found.canonical) {
      return show(call, deps, "mismatch", { csrf: form.get("csrf"), typed: typed.slice(0, LONGEST_ADDRESS) });
    }
    deps.cookies.clearLink(call.res);
    const by = { actor: { kind: "person", userId: undefined }, at: deps.now(), ...call.from } as const;
    const undone = await undoAddressChange(deps, found.token, by);
    deps.logoutDeliveries.wake();
    show(call, deps, undone ? "done" : "void");
  },
});

const subjectOf = (token: string) => `undo-email ${token}`;

async function changeIn(call: Call, { cookies, limits, addressProofs, now }: Dependencies) {
  await countRequest(limits.mailedLinks, call.address);
  const token = cookies.link(call.req) ?? "";
  const found = TOKEN.test(token) ? await addressProofs.findByToken("undo-address", token, now()) : undefined;
  return found && { canonical: found.canonical, token };
}

interface Form {
  readonly csrf: string | undefined;
  readonly typed?: string;
}

function show(call: Call, { views }: Dependencies, state: State, form?: Form): void {
  const status = state === "mismatch" ? 422 : 200;
  const here = state === "done" ? undefined : paths.undoEmail;
  const model = { state, csrf: form?.csrf, typed: form?.typed, reference: call.requestId, here };
  call.page(views.in(languagesOf(call.req)).undoEmail(model), {}, status);
}
