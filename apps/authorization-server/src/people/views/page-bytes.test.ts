import { describe, expect, it } from "vitest";
import { SAMPLES } from "./samples/all.ts";
import { openViews } from "./views.ts";

const KILOBYTE = 1024;
const views = openViews({ overrides: undefined, basePath: "" });
/** Documents that are no pages: emails, and the frame of a session. */
const NO_PAGES = /^(?:mail[A-Z]\w*|checkSession)$/;
const pages = SAMPLES.filter(({ page }) => !NO_PAGES.test(page)).map(({ page, render }) => ({
  page,
  html: render(views.in(["de"])),
}));

/** The files that a page names, with the version in the address. */
const filesOf = (html: string) =>
  [...html.matchAll(/(?:href|src)="\/assets\/([^"?]+)(?:\?v=([^"]+))?"/g)].map(([, name = "", version]) => ({
    name,
    version,
    file: views.assets.find(name),
  }));

describe("pages are small", () => {
  it.each(pages)("$page: at most 90 KB with its font, at the first visit", ({ html }) => {
    const files = filesOf(html);
    expect(files.map(({ name }) => name)).toEqual(expect.arrayContaining(["style.css", "fonts/inter-latin.woff2"]));
    const bytes = files.map(({ file }) => (file?.packed ?? file?.body)?.length ?? Number.NaN);
    const all = Buffer.byteLength(html) + bytes.reduce((sum, size) => sum + size, 0);
    expect(all).toBeLessThanOrEqual(90 * KILOBYTE);
  });

  it.each(pages)("$page: at most 15 KB at the second, because each file is kept by its version", ({ html }) => {
    for (const { name, version, file } of filesOf(html)) expect([name, version]).toEqual([name, file?.version]);
    expect(Buffer.byteLength(html)).toBeLessThanOrEqual(15 * KILOBYTE);
  });
});
