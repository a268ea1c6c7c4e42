/** The mails as people get them. After a change that is meant: `vitest run src/mail/snapshots --update`. */
import { describe, expect, it } from "vitest";
import { openViews } from "../views/views.ts";
import { MAIL_KINDS, type MailKind } from "./kinds.ts";
import { renderMail } from "./render.ts";

const views = openViews({ overrides: undefined, basePath: "", isDraft: true });
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
const all = {
  ...{ code: "123456", link: "/reset-password?token=abc", browser: FIREFOX, network: "192.0.2.0/24", factor: "totp" },
  ...{ webhook: "Billing", domain: "acme.example" },
};

const namesOf = (kind: MailKind): readonly (keyof typeof all)[] => {
  const { parameters } = MAIL_KINDS[kind];
  return parameters.some((name) => name === "browser") ? [...parameters, "network"] : parameters;
};

const render = (kind: MailKind, language: string) =>
  renderMail(views, "https://auth.example", {
    kind,
    language,
    parameters: Object.fromEntries(namesOf(kind).map((name) => [name, all[name]])),
    expiresAt: new Date("2030-01-01T12:10:00Z"),
    createdAt: new Date("2030-01-01T12:00:00Z"),
  });

describe.each(["de", "en", "es", "fr", "zh", "ar-x-pseudo"])("th.6: the mails in %s", (language) => {
  it("every kind, as text", async () => {
    const mails = (Object.keys(MAIL_KINDS) as MailKind[]).map((kind) => {
      const { subject, text } = render(kind, language);
      return `== ${kind}\nSubject: ${subject}\n\n${text}`;
    });
    await expect(mails.join("\n")).toMatchFileSnapshot(`snapshots/${language}.txt`);
  });

  it("one with a link, as HTML", async () => {
    await expect(`${render("reset-link", language).html}\n`).toMatchFileSnapshot(`snapshots/${language}.html`);
  });
});
