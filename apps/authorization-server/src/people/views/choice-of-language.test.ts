import { describe, expect, it } from "vitest";
import { SAMPLES } from "./samples/all.ts";
import { openViews } from "./views.ts";

/** Pages without a choice of the language, each with the reason. */
const WITHOUT: Readonly<Record<string, string>> = {
  formPost: "it goes on to the app at once",
  signingOut: "it goes on at once",
  checkSession: "it is a hidden frame",
  error: "it repeats nothing of its request, so nothing leads back to it; where the request goes on, there is a choice",
  returnError: "the same: what it leads to is the app",
  signedOut: "with a way back: it answers a request that may sign out again",
  accountDeleted: "it is said once, after the account is gone",
  accountLinkGone: "it answers a form whose link is used up",
  accountNewCodes: "the codes are shown once",
  enrolRecoveryCodes: "the codes are shown once",
  resetDone: "it is said once; the page to sign in follows",
  undoEmail: "it is said once: the link is used up",
  trial: "its answer is stored nowhere",
};
const IS_MAIL = /^mail/;

const pages = openViews({ overrides: undefined, basePath: "/tenant" }).in(["de"]);
const shown = SAMPLES.map(({ page, render }) => ({ page, html: render(pages) })).filter(
  ({ page }) => !IS_MAIL.test(page),
);
const isWithout = ({ html }: { readonly html: string }) => !/ id="language"| id="languages"/.test(html);

describe("10: each page has a choice of the language", () => {
  it("or stands in the table, with its reason", () => {
    expect([...new Set(shown.filter(isWithout).map(({ page }) => page))].sort()).toEqual(Object.keys(WITHOUT).sort());
  });

  it("and a form that says where the page is shown again", () => {
    for (const { page, html } of shown.filter((one) => !isWithout(one))) {
      const [, action = "", fields = ""] =
        /<form (?=[^>]*"(?:pop|languages)")[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/s.exec(html) ?? [];
      const names = [...fields.matchAll(/<input type="hidden" name="(\w+)" value="([^"]+)"/g)].map(([, name]) => name);
      if (action === "/tenant/language") expect([page, ...names]).toEqual([page, "to"]);
      else expect([page, ...names].filter((name) => name !== "request")).toEqual([page, "csrf", "action"]);
    }
  });
});
