import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { SAMPLES } from "./samples/all.ts";
import { openViews } from "./views.ts";

const FOLDER = join(import.meta.dirname, "messages");
const textsIn = (language: string): Readonly<Record<string, string>> =>
  Object.assign(
    {},
    ...globSync(`*/${language}.json`, { cwd: FOLDER }).map((file) =>
      JSON.parse(readFileSync(join(FOLDER, file), "utf8")),
    ),
  );

/** The texts of one act or one case: of the link to it, of the title of its page and of its button. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  "deletes the account": ["account.nav.delete", "delete.title", "privacy.delete", "delete.submit"],
  "leads to the account": ["home.account", "signed_out.home", "mail.page.account"],
  "chooses a new password": ["mail.page.forgot-password", "mail.reset-link.action", "reset.title"],
  "sets up a passkey": ["enrol.choose_passkey", "enrol.passkey.title"],
  "sets up an authenticator app": ["enrol.choose_totp", "enrol.totp.title"],
  "says that a link no longer works": ["keep.gone.title", "reset.invalid.title"],
};

const views = openViews({ overrides: undefined, basePath: "" });
/** The pages of this name in each of their states. */
const pagesOf = (name: string, language = "en") =>
  SAMPLES.filter(({ page }) => page === name).map(({ render }) => render(views.in([language])));

describe("45: an act has one text", () => {
  it.each(["en", "de", "fr", "es", "zh"].flatMap((language) => Object.keys(SAME).map((act) => ({ language, act }))))(
    "$language: what $act",
    ({ language, act }) => {
      const texts = textsIn(language);
      expect(new Set((SAME[act] ?? []).map((key) => texts[key])).size).toBe(1);
    },
  );
});

describe("4.4: pages of people keep to one form", () => {
  it.each(["en", "de", "fr", "es", "zh"])("%s: no fact beside another ends with a period", (language) => {
    const facts = SAMPLES.filter(({ page }) => page.startsWith("account"))
      .map(({ render }) => render(views.in([language])))
      .flatMap((page) => [...page.matchAll(/<p class="about parts">(.*?)<\/p>/gs)])
      .map(([, row = ""]) => [...row.matchAll(/<span><bdi>(.*?)<\/bdi><\/span>/gs)].map(([, fact = ""]) => fact))
      .filter((row) => row.length > 1)
      .flat();
    expect(facts.length).toBeGreaterThan(20);
    expect(facts.filter((fact) => /[.。]$/u.test(fact))).toEqual([]);
  });

  it("a page that removes the access of an app stands below the page of that app", () => {
    for (const page of pagesOf("accountApplicationRemoval")) {
      const crumbs = /<nav class="crumbs".*?<\/nav>/s.exec(page)?.[0] ?? "";
      expect(
        crumbs
          .replaceAll(/<svg.*?<\/svg>|<[^>]+>/gs, "")
          .split(/\s*\n\s*/)
          .filter(Boolean),
      ).toEqual(["Connected apps", "Example", "Remove access"]);
      expect([...crumbs.matchAll(/ href="([^"]*)"/g)].map(([, href]) => href)[1]).toContain("client=");
    }
  });

  it("a page about an account that is to be deleted offers to keep it, and not to delete it", () => {
    const [, pending = ""] = pagesOf("accountPrivacy");
    const [, , deletion = ""] = pagesOf("accountDelete");
    for (const page of [pending, deletion]) {
      expect([page.includes("Keep your account?"), page.includes("Delete account")]).toEqual([true, false]);
    }
  });

  it("what a page is about stands below its title, and what failed below that", () => {
    for (const page of pagesOf("enrolTotp")) expect(page).toMatch(/<\/h1>\s*<p class="lead">/);
  });

  it("a passkey is offered before an app, as the one filled button", () => {
    const [start = ""] = pagesOf("enrol");
    expect(/id="choose-passkey" class="primary".*id="choose-totp" name/s.test(start)).toBe(true);
  });

  it("a provider without a mark of its own has a letter, at sign-in and in the account", () => {
    for (const name of ["login", "accountConnections"]) {
      expect(pagesOf(name).join("")).toMatch(/name="action" value="(?:federated|connect)"><span class="mark letter"/);
    }
  });
});
