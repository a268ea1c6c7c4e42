import { describe, expect, it } from "vitest";
import { SAMPLES } from "./samples/all.ts";
import { REQUEST } from "./samples/sample.ts";
import { openViews } from "./views.ts";

const views = openViews({ overrides: undefined, basePath: "" }).in([]);
const email = "alice@example.com";
const reset = { csrf: "csrf", path: "/reset-password", shortest: 15 };
const titleOf = (html: string) => /<h1>(.*)<\/h1>/.exec(html)?.[1];
const textOf = (html: string, id: string) => new RegExp(` id="${id}"[^>]*>([^<]*)<`).exec(html)?.[1];

describe("the page of an address says what its button does", () => {
  it.each([
    ["a code is sent first", { problem: undefined, takesCode: false }, "Continue"],
    ["a new code is sent, and an old one is taken", { problem: "wrong_code", takesCode: true }, "Resend code"],
    ["a new code is sent in place of one that is over", { problem: "void_code", takesCode: false }, "Resend code"],
  ] as const)("%s", (_, shown, words) => {
    expect(textOf(views.signUp({ ...REQUEST, email, codeSeconds: 600, ...shown }), "continue")).toBe(words);
  });

  it.each([
    ["malformed", true],
    ["domain", true],
    ["void_code", false],
    ["again", false],
  ])("the address is marked only if it is wrong: %s", (problem, isMarked) => {
    const page = views.signUp({ ...REQUEST, email, codeSeconds: 600, problem, takesCode: false });
    expect(page.includes("aria-invalid")).toBe(isMarked);
  });
});

describe("the page that restores an address says in its title what was reached", () => {
  it.each([
    ["ask", "Restore your email address"],
    ["mismatch", "Restore your email address"],
    ["done", "Your email address is restored"],
    ["void", "This link no longer works"],
  ] as const)("%s: %s", (state, title) => {
    expect(titleOf(views.undoEmail({ state, csrf: "csrf", reference: "reference" }))).toBe(title);
  });
});

describe("WCAG 2.2 §1.4.1: the rule that a password broke is not told by its color only", () => {
  const rules = (problem: "too_short" | undefined) =>
    views.resetPassword({ ...reset, username: "alice", providers: [], keepsConnections: false, problem });
  const broken = /<li data-rule="length" class="broken">(?:<svg[\s\S]*?<\/svg>){3}<span>/;

  it("it has a mark of its own", () => {
    expect(rules("too_short")).toMatch(broken);
    expect(rules(undefined)).not.toContain("broken");
  });
});

describe("S11: a page that asks for a code from a mail says how long the code works", () => {
  const pages = SAMPLES.filter(({ render }) => render(views).includes("Code from the email"));

  it("on every page with such a field", () => {
    const names = ["signUp", "signUpCode", "accountEmail", "enrolCode"];
    expect(new Set(pages.map(({ page }) => page))).toEqual(new Set(names));
    for (const { render } of pages) expect(render(views)).toMatch(/id="code-hint">The code works for 10 minutes\./);
  });
});
