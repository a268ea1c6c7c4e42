import { readdirSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openViews } from "../../views/views.ts";
import { COMPONENTS, renderComponent } from "./components.ts";
import { openPreview, type Preview } from "./preview.ts";

/** What each template writes that no other one does. */
const SIGNS: Readonly<Record<string, RegExp>> = {
  "asks-again": /<button[^>]* aria-describedby="asks-again"/,
  avatar: /class="avatar a\d/,
  badge: /class="badge warn"/,
  brand: /<a class="home"/,
  bulk: /id="bulk"/,
  buttons: /id="hide-checklist"/,
  cards: /class="cards-of body"/,
  cell: /<time /,
  chart: /<figure class="chart">/,
  checks: /class="rows checks"/,
  choices: /class="choice"/,
  code: /class="code"><div class="head">/,
  contrast: /class="contrast"/,
  "copy-button": /<button[^>]* data-copies/,
  copy: /class="copy"/,
  dangers: /class="card danger"/,
  empty: /class="empty within"/,
  feed: /class="rows feed"/,
  field: /class="field/,
  form: /class="fields"/,
  head: /<div class="title">/,
  "icon-of-act": /aria-describedby="asks-again"[^>]*><svg/,
  languages: /class="languages"/,
  layout: /<!doctype html>/,
  lock: /class="lock"/,
  menu: /<details class="menu" name="menu">/,
  named: /class="named"/,
  nothing: /class="faint dash"/,
  options: /<optgroup/,
  page: /class="split"/,
  pager: /class="foot pager"/,
  panel: /class="menu drawer"/,
  pieces: /<wbr>/,
  preview: /class="preview"/,
  problem: /id="problem"/,
  rail: /id="rail"/,
  refused: /class="wrong error"/,
  section: /<section id="facts" class="card"/,
  sought: /<mark>/,
  stats: /class="card stat"/,
  steps: /class="steps body"/,
  table: /<table id="people-list">/,
  tabs: /class="tabs"/,
  tag: /class="tag"/,
  tags: /class="rest"/,
  texts: /class="in-language"/,
  toolbar: /class="toolbar"/,
  word: /Sign-in failed/,
  wrong: /must be an absolute URI/,
};

const views = openViews();
const names = Object.keys(COMPONENTS);
const all = Object.values(COMPONENTS)
  .map((one) => renderComponent(views, one, "en"))
  .join("\n");

it("every template of the console is on the sheet of components", () => {
  const templates = readdirSync(join(import.meta.dirname, "..", "..", "views", "templates"));
  expect(templates.sort()).toEqual(Object.keys(SIGNS).map((name) => `${name}.eta`));
  for (const [name, sign] of Object.entries(SIGNS)) expect(all, name).toMatch(sign);
});

it.each(["de", "fr", "es", "zh"])("is there in %s", (language) => {
  for (const one of Object.values(COMPONENTS))
    expect(renderComponent(views, one, language)).toContain(`lang="${language}`);
});

describe("the sheet on this machine", () => {
  let preview: Preview;
  beforeAll(async () => {
    preview = await openPreview(0);
  });
  afterAll(() => preview.close());
  const get = async (path: string) => {
    const answer = await fetch(new URL(path, preview.url));
    return { status: answer.status, body: await answer.text() };
  };

  it.each(names)("shows %s in each color scheme", async (name) => {
    expect((await get("/")).body).toContain(`href="/light/en/${name}"`);
    const { status, body } = await get(`/dark/en/${name}`);
    expect(status).toBe(200);
    const [, style = ""] = /href="(\/dark\/assets\/style[^"]*)"/.exec(body) ?? [];
    expect((await get(style)).body).not.toContain("prefers-color-scheme");
  });

  it.each(["/dark/en/nowhere", "/pink/en/list", "/light/assets/..%2fviews.ts"])("%s is 404", async (path) => {
    expect((await get(path)).status).toBe(404);
  });
});
