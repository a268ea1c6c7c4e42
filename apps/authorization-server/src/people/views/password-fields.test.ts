import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { SAMPLES } from "./samples/all.ts";
import { openViews } from "./views.ts";

const views = openViews({ overrides: undefined, basePath: "" });
const FIELD = /<input\b[^>]* type="password"[^>]*>/g;
const fieldsOf = (html: string) => html.match(FIELD) ?? [];
const pages = SAMPLES.filter(({ render }) => fieldsOf(render(views.in([]))).length > 0);

describe("OWASP ASVS 6.2.6, 6.2.7, 6.2.9: every password field", () => {
  it("is found on each of these pages", () => {
    expect([...new Set(pages.map(({ page }) => page))].sort()).toEqual(
      ["accountPassword", "changePassword", "login", "resetPassword", "signUpDetails"].sort(),
    );
  });

  it.each(pages)("$page: takes any length, can be pasted into, and is known to password managers", ({ render }) => {
    const html = render(views.in([]));
    for (const field of fieldsOf(html)) {
      expect(field).toMatch(/autocomplete="(new|current)-password"/);
      expect(field).not.toMatch(/ maxlength=| onpaste=| readonly| pattern=/);
      if (field.includes("new-password")) expect(field).toMatch(/ passwordrules="minlength: \d+; maxlength: 256;"/);
    }
    expect(html).toMatch(/autocomplete="username( webauthn)?"/);
  });

  it("F10: the page of a new account gives password managers the address, without showing it twice", () => {
    const [html = ""] = pages.filter(({ page }) => page === "signUpDetails").map(({ render }) => render(views.in([])));
    const names = html.match(/<input\b[^>]* autocomplete="username"[^>]*>/g) ?? [];
    expect(names).toEqual([expect.stringMatching(/ value="[^"]+@[^"]+" .* hidden>$/)]);
  });

  it.each(["en", "de", "fr", "es", "zh"])("has a button that shows it, with script only (%s)", (language) => {
    for (const { render } of pages) {
      const html = render(views.in([language]));
      for (const field of fieldsOf(html)) {
        const id = / id="([\w-]+)"/.exec(field)?.[1];
        const [button = ""] = new RegExp(`<button id="show-${id}"[^>]*>`).exec(html) ?? [];
        for (const part of [' type="button"', ` data-shows="${id}"`, ' aria-pressed="false"', ` aria-controls="${id}"`])
          expect(button).toContain(part);
        expect(button).toMatch(/ aria-label="[^"]+" hidden>$/);
      }
      expect(html.match(/\/ui\.js/g)).toHaveLength(1);
    }
  });
});

describe("ui.js: the button of a password field", () => {
  it("shows and hides what was typed, and hides it before the form is sent", () => {
    const listeners: Record<string, () => void> = {};
    const listen = (name: string, listener: () => void) => {
      listeners[name] = listener;
    };
    const field = { type: "password", form: { addEventListener: listen } };
    const pressed: string[] = [];
    const button = {
      dataset: { shows: "password" },
      hidden: true,
      addEventListener: listen,
      setAttribute: (name: string, value: string) => pressed.push(`${name}=${value}`),
    };
    const document = {
      querySelectorAll: (selector: string) => (selector === "button[data-shows]" ? [button] : []),
      getElementById: () => field,
      documentElement: { lang: "en" },
      addEventListener: () => {},
    };
    runInNewContext(readFileSync(new URL("../../../../../packages/pages/assets/ui.js", import.meta.url), "utf8"), {
      document,
      navigator: {},
      Intl,
    });

    const types = [field.type];
    for (const event of ["click", "click", "click", "submit"]) {
      listeners[event]?.();
      types.push(field.type);
    }
    expect(types).toEqual(["password", "text", "password", "text", "password"]);
    expect(pressed).toEqual(["true", "false", "true", "false"].map((value) => `aria-pressed=${value}`));
    expect(button.hidden).toBe(false);
  });
});
