import { describe, expect, it } from "vitest";
import { accessibilityProblems } from "./accessibility.ts";

const REFRESH = '<meta http-equiv="refresh" content="5; url=/next">';
const page = (name: string, body = "", head = "") => ({
  name,
  html: `<!doctype html><html lang="en"><head><title>T</title>${head}</head>
    <body><main><h1>T</h1>${body}</main></body></html>`,
  mayRefresh: false,
});

describe("th.2: pages are checked with axe, without a browser", () => {
  it("finds nothing in a page that is fine", async () => {
    expect(await accessibilityProblems([page("one", '<label>Name <input name="x"></label>')])).toEqual([]);
  });

  it("says for each page what is wrong and where", async () => {
    const field = '<input name="x">';
    const pages = [page("one", field), page("two"), page("three", "<button></button>")];
    expect(await accessibilityProblems(pages)).toEqual([
      `one fails label: Form elements must have labels: ${field}`,
      expect.stringMatching(/^three fails button-name: /),
    ]);
  });

  it("lets only a page refresh that goes on by itself", async () => {
    const refreshing = page("one", "", REFRESH);
    expect(await accessibilityProblems([refreshing])).toEqual([expect.stringMatching(/^one fails meta-refresh: /)]);
    expect(await accessibilityProblems([{ ...refreshing, mayRefresh: true }])).toEqual([]);
  });

  it("runs no script of a page", async () => {
    const script = '<script>document.body.innerHTML = "<button></button>";</script>';
    expect(await accessibilityProblems([page("one", script)])).toEqual([]);
  });
});
