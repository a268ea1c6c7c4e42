import { describe, expect, it } from "vitest";
import { looksOf } from "../views/looks.ts";
import { unbroken } from "../views/times.ts";
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

const NAMED: Readonly<Record<string, string>> = {
  ...{ de: "Firefox unter Linux", en: "Firefox on Linux", es: "Firefox en Linux", fr: "Firefox sur Linux" },
  zh: "Linux 上的 Firefox",
};

describe("every kind of mail in every language", () => {
  const each = ["de", "en", "es", "fr", "zh"].flatMap((language) => kinds.map((kind) => ({ language, kind })));

  it.each(each)("$kind in $language has a subject, and the same content as text and as HTML", ({ language, kind }) => {
    const { subject, text, html } = render(kind, language);
    expect(subject).toContain("Countersign");
    expect(subject).not.toMatch(/[\r\n{}]/);
    expect(html).toContain(`<html lang="${language}`);
    for (const part of [text, html]) expect(part).not.toMatch(/undefined|\{\w+\}|\[object/);
    for (const name of MAIL_KINDS[kind].parameters) {
      const shown = {
        code: "123456",
        link: `${issuer}/reset-password?token=abc`,
        browser: NAMED[language],
        factor: "",
        webhook: "Billing",
        domain: "acme.example",
      };
      for (const part of [text, html.replaceAll(/<\/?span[^>]*>/g, "")]) expect(part).toContain(shown[name]);
    }
  });

  it.each(FACTORS)("the factor %s has a name", (factor) => {
    expect(render("factor-added", "en", { factor }).text).toMatch(/of your Countersign account: [a-z ]+\./);
  });

  it("a language that we do not have is English", () => {
    expect(render("test", "tlh").subject).toBe("Test email from Countersign");
  });
});

describe("the parts of a mail", () => {
  it("is the text, the code or link, until when it is valid, when it was, and what to do", () => {
    expect(render("reset-link").text).toBe(
      `You, or someone else, asked for a new password for your Countersign account. The link works once.

Choose a new password:
https://auth.example/tenant/reset-password?token=abc

Works for 10 minutes, until ${unbroken("1 Jan 2030, 12:10 UTC")}.

When: ${unbroken("1 Jan 2030, 12:00 UTC")}
Device: Firefox on Linux

Didn’t ask for this? Ignore this email; nothing will happen.

-- 
Sent by Countersign (auth.example). Replies aren’t monitored.
`,
    );
  });

  it.each(kinds)("%s loads nothing, runs no script, and has no tracking", (kind) => {
    const { html } = render(kind);
    expect(html).not.toMatch(/<(?:img|script|link|iframe|object|form|input)|src=|url\(|@import|background=/i);
    for (const [, href] of html.matchAll(/href="([^"]*)"/g)) expect(href).toMatch(/^https:\/\/auth\.example\/tenant\//);
  });
});

describe("mail-07: the User-Agent header is not in the mail", () => {
  it.each([
    "<img src=//evil.example>",
    "https://evil.example/",
    "evil.example Firefox/1 \r\nBcc: all@example.org",
    `"><script>alert(1)</script> Linux`,
    "{host} {service} <%= it.code %>",
  ])("%j", (browser) => {
    const { subject, text, html } = render("new-browser", "en", { browser });
    for (const part of [subject, text, html]) expect(part).not.toMatch(/evil|Bcc|alert|<img|<%|\{(?:host|service)\}/);
  });

  it("and a mail without a known browser has no line about it", () => {
    expect(render("new-browser", "en", { browser: "" }).text).not.toContain("Device");
  });
});

describe("mail-07: any value is text in the HTML part", () => {
  it.each(["<img src=//evil.example>", `"><a href="https://evil.example">`, "&lt;"])("%j is escaped", (value) => {
    const { html } = render("sign-up-code", "en", { code: value, link: `/${value}` });
    expect(html).not.toContain(value);
    expect(html).not.toMatch(/<img|href="https:\/\/evil/);
  });
});

describe("the fact comes first, with one button", () => {
  it.each([
    ["sign-up-code", "123 456 is your Countersign code"],
    ["enrol-code", "123 456 is your Countersign code"],
    ["new-browser", "New sign-in to Countersign: Firefox on Linux"],
    ["password-changed", "Your Countersign password was changed"],
    ["invitation", "You’re invited to Countersign"],
  ] as const)("the subject of %s is %j", (kind, subject) => {
    expect(render(kind).subject).toBe(subject);
  });

  it("a sign-in from a browser that we cannot name has no name in its subject", () => {
    expect(render("new-browser", "en", { browser: "" }).subject).toBe("New sign-in to Countersign");
  });

  it.each(kinds)("%s has at most one button, and at most 12 KB", (kind) => {
    const { html } = render(kind);
    expect(html.match(/<a [^>]*inline-block/g)?.length ?? 0).toBeLessThanOrEqual(1);
    expect(Buffer.byteLength(html)).toBeLessThan(12_288);
  });

  it.each(kinds.filter((kind) => (MAIL_KINDS[kind].pages as readonly string[]).includes("security")))(
    "%s says what to do if it was not you, with the way to the account's security",
    (kind) => {
      const { html, text } = render(kind);
      for (const part of [html, text]) {
        expect(part).toContain("This wasn’t you?");
        expect(part).toContain(`${issuer}/account/security`);
      }
    },
  );

  it("the line that inboxes show beside the subject says for how long the code works", () => {
    expect(render("sign-up-code").html).toMatch(/<div style="display: none[^>]*>Enter it within 10 minutes\./);
  });

  it("is dark where the reader's screen is", () => {
    expect(render("reset-link").html).toContain("@media (prefers-color-scheme: dark)");
  });
});

describe("times are in the zone of the person", () => {
  it.each([
    ["America/New_York", "1 Jan 2030, 07:10"],
    ["no zone", "1 Jan 2030, 12:10 UTC"],
  ])("%s: %s", (zone, words) => {
    const { text, html } = renderMail(views, issuer, { ...mailOf("reset-link"), zone });
    for (const part of [text, html]) expect(part).toContain(`until ${unbroken(words)}.`);
  });
});

describe("the logo of the deployment is part of the mail", () => {
  const logo = { media_type: "image/png", width: 56, height: 28, image: Buffer.from("picture").toString("base64") };
  const withLogo = (change: object) => {
    const looks = looksOf({ service_name: "Acme", logo: { ...logo, ...change } }, { looks: "", looksLogo: "" });
    return renderMail(openViews({ overrides: undefined, basePath: "", looks: () => looks }), issuer, mailOf("test"));
  };

  it("as a picture that the HTML part shows, with the name of the service", () => {
    const mail = withLogo({});
    expect(mail.logo).toEqual({ mediaType: "image/png", image: logo.image });
    expect(mail.html).toContain('<img src="cid:logo" alt=""');
    expect(mail.subject).toBe("Test email from Acme");
  });

  it.each([
    ["a format that mail programs do not all show", { media_type: "image/webp" }],
    ["a picture of more than 48 KB", { image: "A".repeat(65_540) }],
  ])("%s is left out, and the initial stands in its place", (_, change) => {
    const mail = withLogo(change);
    expect(mail.logo).toBeUndefined();
    expect(mail.html).not.toContain("<img");
    expect(mail.html).toMatch(/>A<\/td>/);
  });
});
