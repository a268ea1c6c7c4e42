import { describe, expect, it } from "vitest";
import { openViews } from "../views/views.ts";
import { FACTORS, MAIL_KINDS, type MailKind } from "./kinds.ts";
import { type OpenedMail, renderMail } from "./render.ts";

const issuer = "https://auth.example/tenant";
const views = openViews({ overrides: undefined, basePath: "/tenant" });
const FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0";
const all = {
  ...{ code: "123456", link: "/reset-password?token=abc", browser: FIREFOX, factor: "totp" },
  ...{ webhook: "Billing", domain: "acme.example" },
};
const kinds = Object.keys(MAIL_KINDS) as MailKind[];

/** A mail of a kind, with the parameters that the kind has. */
const mailOf = (kind: MailKind, language = "en", given: Record<string, string> = {}): OpenedMail => ({
  kind,
  language,
  parameters: Object.fromEntries(MAIL_KINDS[kind].parameters.map((name) => [name, given[name] ?? all[name]])),
  expiresAt: new Date("2030-01-01T12:10:00Z"),
  createdAt: new Date("2030-01-01T12:00:00Z"),
});
const render = (...mail: Parameters<typeof mailOf>) => renderMail(views, issuer, mailOf(...mail));

describe("every kind of mail in every language", () => {
  const each = ["de", "en", "es", "fr", "zh"].flatMap((language) => kinds.map((kind) => ({ language, kind })));

  it.each(each)("$kind in $language has a subject, and the same content as text and as HTML", ({ language, kind }) => {
    const { subject, text, html } = render(kind, language);
    expect(subject).toContain("auth.example");
    expect(subject).not.toMatch(/[\r\n{}]/);
    expect(html).toContain(`<html lang="${language}`);
    for (const part of [text, html]) expect(part).not.toMatch(/undefined|\{\w+\}|\[object/);
    for (const name of MAIL_KINDS[kind].parameters) {
      const shown = {
        code: "123456",
        link: `${issuer}/reset-password?token=abc`,
        browser: "Firefox, Linux",
        factor: "",
        webhook: "Billing",
        domain: "acme.example",
      };
      for (const part of [text, html]) expect(part).toContain(shown[name]);
    }
  });

  it.each(FACTORS)("the factor %s has a name", (factor) => {
    expect(render("factor-added", "en", { factor }).text).toMatch(/added to your account at auth\.example: [a-z ]+\./);
  });

  it("a language that we do not have is English", () => {
    expect(render("test", "tlh").subject).toBe("Test message from auth.example");
  });
});

describe("the parts of a mail", () => {
  it("is the text, the code or link, until when it is valid, when it was, and what to do", () => {
    expect(render("reset-link").text).toBe(
      `Somebody, probably you, forgot the password of your account at auth.example. \
With this link you choose a new one. It works once.

Choose a new password:
https://auth.example/tenant/reset-password?token=abc

Valid until 1 Jan 2030, 12:10 UTC.

When: 1 Jan 2030, 12:00 UTC
Browser: Firefox, Linux

If you did not ask for this, ignore this message. Nothing happens without you.

-- 
auth.example sent this message automatically. Nobody reads replies to it.
`,
    );
  });

  it.each(kinds)("%s loads nothing, runs no script, and has no tracking", (kind) => {
    const { html } = render(kind);
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object|style|form|input)|src=|url\(|@import|background=/i);
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/auth\.example\/tenant\//);
  });
});

describe("mail-07: the User-Agent header is not in the mail", () => {
  it.each([
    "<img src=//evil.example>",
    "https://evil.example/",
    "evil.example Firefox/1 \r\nBcc: all@example.org",
    `"><script>alert(1)</script> Linux`,
    "{host} <%= it.code %>",
  ])("%j", (browser) => {
    const { subject, text, html } = render("new-browser", "en", { browser });
    for (const part of [subject, text, html]) expect(part).not.toMatch(/evil|Bcc|alert|<img|<%|\{host\}/);
  });

  it("and a mail without a known browser has no line about it", () => {
    expect(render("new-browser", "en", { browser: "" }).text).not.toContain("Browser");
  });
});

describe("mail-07: a value is text in the HTML part, whatever it is", () => {
  it.each(["<img src=//evil.example>", `"><a href="https://evil.example">`, "&lt;"])("%j is escaped", (value) => {
    const { html } = render("sign-up-code", "en", { code: value, link: `/${value}` });
    expect(html).not.toContain(value);
    expect(html).not.toMatch(/<img|href="https:\/\/evil/);
  });
});
