/** Points of the design's checklist that every screen of the console keeps. */
import { afterEach, describe, expect, it } from "vitest";
import { answersWith, emptied } from "../testing/answers.ts";
import { startConsole, type TestConsole } from "../testing/console.ts";
import { attribute } from "../testing/forms.ts";
import { EVERY_SCOPE, sampleAddress, tabsIn } from "../testing/pages.ts";
import type { Screen } from "./screen.ts";
import { SCREENS } from "./screens.ts";

let console: TestConsole;
afterEach(() => console.close());

const start = async (answers: object = answersWith("x")) => {
  console = await startConsole({ scopes: EVERY_SCOPE, answers: answers as Readonly<Record<string, unknown>> });
};
const pageAt = async (address: string) => (await console.get(address)).text();
const everyScreen = SCREENS.map((screen) => [screen.path, screen] as const);

/** The page, and each of its tabs. */
async function pagesOf(screen: Screen): Promise<readonly string[]> {
  const first = await pageAt(sampleAddress(screen.path));
  return [first, ...(await Promise.all(tabsIn(first).map(pageAt)))];
}

const isPlace = ({ place }: Screen) => place !== undefined;
/** The list pages are those of these places. */
const LISTS = SCREENS.filter(isPlace).filter(
  ({ path }) => !["/", "/settings/looks", "/settings/configuration", "/settings/keys"].includes(path),
);

describe("20: breadcrumb on every page below the first level, last item current, separators", () => {
  it.each(everyScreen.filter(([path, screen]) => !(isPlace(screen) || path === "/search")))("%s", async (_, screen) => {
    await start();
    for (const html of await pagesOf(screen)) {
      const crumbs = [...(/<ol class="crumbs"[\s\S]*?<\/ol>/.exec(html)?.[0] ?? "").matchAll(/<li[\s\S]*?<\/li>/g)];
      const items = crumbs.map(([item]) => item);
      expect(items.length).toBeGreaterThan(1);
      expect(items.slice(0, -1).every((item) => item.includes("<a href=") && item.includes("<svg"))).toBe(true);
      expect(items.at(-1)).toContain('aria-current="page"');
    }
  });

  it.each(everyScreen)("%s: one of many is called by its name", async (_, screen) => {
    await start(answersWith("Acme"));
    for (const html of await pagesOf(screen)) {
      const [crumbs = ""] = /<ol class="crumbs"[\s\S]*?<\/ol>/.exec(html) ?? [];
      for (const [, name] of crumbs.matchAll(/<a href="\/[^"]*\/[\da-f]{8}-[^"]*">([\s\S]*?)<\/a>/g))
        expect(name).toContain("Acme");
    }
  });
});

describe("33: at most one primary button per page", () => {
  it.each(everyScreen)("%s", async (_, screen) => {
    await start();
    for (const html of await pagesOf(screen)) {
      const primaries = html.match(/<(?:a|button)\b[^>]*class="[^"]*\bprimary\b[^"]*"/g) ?? [];
      expect(primaries.length).toBeLessThanOrEqual(1);
    }
  });
});

describe("34: destructive acts are only in a danger zone or a menu, in red", () => {
  /** Pages that ask once more: they are about nothing else. */
  const ASKING = /\/(?:delete|reset-factors)$/;
  const PLACES = new RegExp(
    [
      '<section [^>]*class="card danger"[\\s\\S]*?</section>',
      '<details class="menu[\\s\\S]*?</details>',
      '<form class="bulk"[\\s\\S]*?</form>',
    ].join("|"),
    "g",
  );

  it.each(everyScreen.filter(([path]) => !ASKING.test(path)))("%s", async (_, screen) => {
    await start();
    for (const html of await pagesOf(screen)) {
      const elsewhere = html.replaceAll(PLACES, "");
      expect(elsewhere.match(/<(?:a|button)\b[^>]*class="[^"]*\bdanger\b[^"]*"[^>]*>[^<]*/g) ?? []).toEqual([]);
    }
  });
});

describe("4.5: the head of a page about one tells it apart, and has every act upon it", () => {
  const OF_ONE = [
    ["/people/:id", "User ID", ["end-sessions", "reset-factors", "disable", "delete-person"]],
    ["/clients/:id", "Client ID", ["disable", "delete-client"]],
    ["/organizations/:organization", "Organization ID", ["scim-tokens-link", "enable", "delete-organization"]],
    ["/groups/:id", "Group ID", ["remove"]],
    ["/settings/providers/:alias", "Alias", ["disable", "remove"]],
    ["/settings/webhooks/:id", undefined, ["rotate-secret", "disable", "remove"]],
    ["/settings/hooks/:id", undefined, ["rotate-secret", "disable", "remove"]],
    ["/settings/apis/:id", undefined, ["disable", "remove"]],
    ["/roles/:id", undefined, ["remove"]],
  ] as const;

  it.each(OF_ONE)("%s", async (path, called, acts) => {
    await start();
    const html = await pageAt(sampleAddress(path));
    const [head = ""] = /<div class="title">[\s\S]*?<\/details>/.exec(html) ?? [];
    expect([...head.matchAll(/ id="head-(?!fact)([\w-]+)"/g)].map(([, id]) => id)).toEqual(
      expect.arrayContaining([...acts]),
    );
    if (called !== undefined) expect(head).toContain(`aria-label="Copy: ${called}"`);
  });

  /** Pages whose first tab is the settings, or the profile. */
  const FIRST = ["/people/:id", "/settings/hooks/:id"];
  const ENDED = [
    ...OF_ONE.map(([path]) => path),
    "/organizations/:organization/groups/:group",
    "/settings/trusted-issuers/:id",
    "/settings/exchange-policies/:id",
    "/settings/blocked-addresses/:id",
  ];

  it.each(ENDED)(
    "%s has tabs, and what ends something is the last card of its settings, and of no other",
    async (path) => {
      await start();
      const address = sampleAddress(path);
      const tabs = [...(await pageAt(address)).matchAll(/<nav class="tabs"[\s\S]*?<\/nav>/g)].join("");
      const hrefs = [...tabs.matchAll(/href="([^"]*)"/g)].map(([, href = ""]) => href);
      expect(hrefs.length).toBeGreaterThan(1);
      for (const href of hrefs) {
        const sections = [...(await pageAt(href)).matchAll(/<section id="([\w-]+)" class="card( danger)?"/g)];
        const dangers = sections.filter(([, id]) => id === "danger");
        const isSettings = FIRST.includes(path) ? href === address : href.endsWith("?tab=settings");
        expect([href, dangers.length]).toEqual([href, isSettings ? 1 : 0]);
        if (isSettings) expect(sections.at(-1)?.[1]).toBe("danger");
      }
    },
  );

  it.each(everyScreen)("%s: no id stands twice on a page", async (_, screen) => {
    await start();
    for (const html of await pagesOf(screen)) {
      const ids = [...html.matchAll(/<[^>]* id="([^"]+)"/g)].map(([, id]) => id);
      expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    }
  });
});

describe("a page offers an act once", () => {
  /** Behind its button, the menu at the top has every act again: 4.5. */
  const MENUS = /<details class="menu[\s\S]*?<\/details>/g;
  const BUTTON = /<button\b[^>]*>/g;

  /** Each act with what it is about, which a form sends in a field or names by its ID. */
  function actsOn(html: string): readonly string[] {
    const forms = [...html.replaceAll(MENUS, "").matchAll(/<form\b[\s\S]*?<\/form>/g)].map(([form]) => form);
    return forms.flatMap((form) => {
      const about = /name="value" value="([^"]*)"/.exec(form)?.[1] ?? "";
      return [...form.matchAll(BUTTON)].flatMap(([tag]) => {
        if (attribute(tag, "name") !== "act") return [];
        return [`${attribute(tag, "value")} ${about}${attribute(tag, "form") ?? ""}`];
      });
    });
  }
  const disabled = () => {
    const { readPerson, readClient, readOrganization, readProvider, readWebhook, readHook, ...others } = answersWith(
      "x",
    ) as Readonly<Record<string, object>>;
    const off = { status: "disabled", enabled: false, disabled_at: null };
    const read = { readPerson, readClient, readOrganization, readProvider, readWebhook, readHook };
    return { ...others, ...Object.fromEntries(Object.entries(read).map(([name, one]) => [name, { ...one, ...off }])) };
  };

  it.each(everyScreen)("%s", async (_, screen) => {
    for (const answers of [answersWith("x"), disabled()]) {
      await start(answers);
      for (const html of await pagesOf(screen)) {
        const acts = actsOn(html);
        expect(acts.filter((act, at) => acts.indexOf(act) !== at)).toEqual([]);
        const [head = ""] =
          /<div class="title">[\s\S]*?<\/h1>[\s\S]*?(?=<nav class="tabs"|<section|$)/.exec(html) ?? [];
        const above = [...head.matchAll(BUTTON)].flatMap(([tag]) =>
          attribute(tag, "name") === "act" ? [attribute(tag, "value")] : [],
        );
        expect(above.filter((act, at) => above.indexOf(act) !== at)).toEqual([]);
      }
      await console.close();
    }
    await start();
  });
});

describe("28: what is used elsewhere has a copy button with a name", () => {
  it.each([
    ["the list of applications", "/clients", "Client ID"],
    ["the signing keys", "/settings/keys", "Key ID"],
  ])("on %s", async (_, path, called) => {
    await start();
    expect(await pageAt(path)).toMatch(new RegExp(`data-copies="([^"]*)"[^>]* aria-label="Copy: ${called}"`));
  });

  it("so have the secrets that a configuration made", async () => {
    const secrets = [{ section: "webhooks", key: "CRM", secret: "whsec_1" }];
    await start({ ...answersWith("x"), applyConfiguration: { secrets } });
    const html = await (await console.post("/settings/configuration", { act: "apply", configuration: "x" })).text();
    expect(html).toMatch(/<span class="copy"><code id="secrets-table-0-1">whsec_1<[\s\S]*aria-label="Copy: Secret"/);
  });
});

/** The answers of a deployment where every list is changed in one way. */
const withLists = (change: (answer: object) => object) =>
  Object.fromEntries(
    Object.entries(answersWith("x")).map(([operation, answer]) => [
      operation,
      operation.startsWith("list") ? change(answer as object) : answer,
    ]),
  );

describe("23: every list shows a total and Previous/Next", () => {
  it.each(LISTS.map((screen) => [screen.path, screen] as const))("%s", async (_, screen) => {
    await start(withLists((answer) => ({ ...answer, total: { count: 1204, is_more: false } })));
    const pager = /<nav class="foot pager"[\s\S]*?<\/nav>/.exec(await pageAt(sampleAddress(screen.path)))?.[0] ?? "";
    // Of lists that are short, the whole is shown, and counted. An answer with one of many and no page after it is odd.
    expect(pager).toMatch(/<span>(?:1–1 of (?:1,204|1)|1 of 1,204 shown)<\/span>/);
    expect([pager.includes(">Previous<"), pager.includes(">Next<")]).toEqual([true, true]);
  });
});

describe("41: empty lists have a title, a sentence and an action", () => {
  /** What they have comes by itself. */
  const FILLED = ["/sessions", "/audit", "/settings/mails"];

  it.each(LISTS.map((screen) => [screen.path, screen] as const))("%s", async (path, screen) => {
    await start(emptied(answersWith("x")));
    const html = await pageAt(sampleAddress(screen.path));
    const empty = /<div class="empty[^"]*">([\s\S]*?)<\/div>/.exec(html)?.[1] ?? "";
    expect(empty).toMatch(/<h3>[^<]+[^<.]<\/h3>\s*<p>[^<]+<\/p>/);
    const canAct = /<a class="button/.test(empty) || html.includes('class="cards-of');
    expect(canAct).toBe(!FILLED.includes(path));
  });
});

describe("41: an empty table of any page has a title and a sentence", () => {
  it.each(everyScreen)("%s", async (path, screen) => {
    await start(emptied(answersWith("x")));
    for (const html of await pagesOf(screen)) {
      for (const [, empty] of html.matchAll(/<div class="empty[^"]*">([\s\S]*?)<\/div>/g)) {
        expect(empty).toMatch(/<h3>[^<]+[^<.]<\/h3>\s*<p>[^<]+\.<\/p>/);
      }
      // Of what the overview counts, nothing takes little room.
      if (path !== "/") expect(html).not.toContain('<p class="body soft">');
    }
  });
});

describe("41: a page offers one way once, also where a list is empty", () => {
  it.each(everyScreen)("%s", async (_, screen) => {
    await start(emptied(answersWith("x")));
    for (const html of await pagesOf(screen)) {
      const ways = [...html.matchAll(/<a class="button[^>]* href="(\/[^"]*)"/g)].map(([, href]) => href);
      expect(ways).toEqual([...new Set(ways)]);
    }
  });
});

describe("C23: what a list has more of is created on a page of its own", () => {
  it.each(LISTS.map((screen) => [screen.path, screen] as const))("%s", async (_, screen) => {
    await start();
    expect(await pageAt(sampleAddress(screen.path))).not.toMatch(/<form[^>]* class="fields"/);
    expect(Object.keys(screen.acts ?? {})).not.toContain("add");
  });
});

describe("45: an act has one text: its link, the title of its page and its button say the same", () => {
  const ENTITIES = LISTS.map(({ path }) => path).filter((path) =>
    SCREENS.some((screen) => screen.path === `${path === "/settings" ? "/settings/apis" : path}/new`),
  );

  it.each(ENTITIES)("%s", async (path) => {
    await start();
    const text = (html: string, tag: RegExp) =>
      tag
        .exec(html)?.[1]
        ?.replaceAll(/<[^>]*>/g, "")
        .trim();
    const [, href = ""] = /<a class="button[^>]* href="([^"]*\/new)"/.exec(await pageAt(path)) ?? [];
    const link = text(await pageAt(path), new RegExp(`<a class="button[^>]* href="${href}"[^>]*>([\\s\\S]*?)</a>`));
    const page = await pageAt(href);
    expect(link).toMatch(/^(?:Add|Block|Create) /);
    expect(text(page, /<h1[^>]*>([\s\S]*?)<\/h1>/)).toBe(link);
    expect(text(page, /<button[^>]* name="act" value="add"[^>]*>([\s\S]*?)<\/button>/)).toBe(link);
  });
});
