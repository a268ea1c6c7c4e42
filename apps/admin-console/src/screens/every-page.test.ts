/** What a user meets on every page: only words of the catalogues, and forms that need no script. */
import { beforeAll, describe, expect, it } from "vitest";
import { attribute, textOf } from "../testing/forms.ts";
import { everyPage, type ShownPage } from "../testing/pages.ts";
import { SCREENS } from "./screens.ts";

let pages: readonly ShownPage[];
beforeAll(async () => {
  pages = await everyPage("en-x-long", "V1");
  expect(pages.length).toBeGreaterThan(150);
}, 60_000);

describe("in each language every word of a page comes from a catalogue", () => {
  /** Values, code, and the names of languages. */
  const NO_WORDS = /<(bdi|code|pre)\b[\s\S]*?<\/\1>|<form class="languages"[\s\S]*?<\/form>/g;
  const SAID = />([^<]+)<| (?:aria-label|title|placeholder|alt)="([^"]*)"/g;
  /** Names, what samples hold, and what the runtime itself writes in the language of the page. */
  const NAMES = new Set(
    [
      "Countersign; Ada Admin; Dana Olsen; Bob Miller; Mara Lindqvist; Mara; Acme; Acme Dashboard; auth.example",
      "auth.acme.example; owner; orders; Orders; support; auditor; billing; loa; orders:read; orders:write; reports",
      "Apple; Auth0; GitHub; GitLab; Google; Keycloak; Microsoft; Okta; OpenID Connect; Inter; JWT; at+jwt; EdDSA",
      "Auth.js; Better Auth; Django (allauth); Django (mozilla-django-oidc); Express; FastAPI; Fastify; Flask; Next.js",
      "PHP (Apache); Passport; Rails; Rust; Spring Boot; oauth2-proxy; Terminal; server.mjs; client.ts; .env; #rrggbb",
      // Protocol values and types of events, which stand as they are.
      "redirect_uri; scope; state; text; gone; sign_in; sign_in_failed; openid; profile; English; 30 days; 90 days",
    ].flatMap((line) => line.split("; ")),
  );
  /** Texts of this language are in brackets. Times are written by the runtime. */
  const OF_LANGUAGE =
    /^\[.*\]$|\[[^[\]]*\]|[A-Z][a-z]{2} \d\d?, 2030(?:(?:, 10:00 AM|,) UTC)?| · Countersign$| · \d+$/gs;
  /** What is left of a text, if there is a word in it. */
  function ownWords(text: string): readonly string[] {
    const own = text.replaceAll(OF_LANGUAGE, "").trim();
    return /\p{L}{3}/u.test(own) && !NAMES.has(own) ? [own] : [];
  }

  it("and no page has one of its own", () => {
    const found = pages.flatMap(({ page, html }) =>
      [...html.replaceAll(NO_WORDS, " ").matchAll(SAID)]
        .flatMap(([, text, heard = ""]) => ownWords(textOf(text ?? heard)))
        .map((text) => `${page}: ${text}`),
    );
    expect([...new Set(found)]).toEqual([]);
  });
});

describe("44: every form of every page works without a script", () => {
  const PLACEHOLDER = /:\w+/g;
  const ACTS = SCREENS.map(({ path, acts = {} }) => ({
    isAt: new RegExp(`^${path.replaceAll(PLACEHOLDER, "[^/]+")}$`),
    acts: Object.keys(acts),
  }));
  /** The acts of the screen at the address that a form is sent to. */
  const actsAt = (action: string) => ACTS.find(({ isAt }) => isAt.test(action.split("?")[0] ?? ""))?.acts;
  /** Addresses of forms that are no screens. */
  const OTHERS: ReadonlySet<string> = new Set(["/language", "/sign-out", "/components"]);

  interface Sender {
    readonly tag: string;
    readonly buttons: readonly string[];
    readonly form: string;
  }
  function formsOf(html: string): readonly Sender[] {
    return [...html.matchAll(/<form\b[\s\S]*?<\/form>/g)].map(([form]) => {
      const [tag = ""] = /^<form[^>]*>/.exec(form) ?? [];
      const id = attribute(tag, "id");
      const elsewhere = id === undefined ? [] : html.match(new RegExp(`<button\\b[^>]* form="${id}"[^>]*>`, "g"));
      const buttons = [...(form.match(/<button\b[^>]*>/g) ?? []), ...(elsewhere ?? [])];
      return { tag, form, buttons: buttons.filter((button) => !/ type="button"| hidden\b/.test(button)) };
    });
  }
  // HTML §4.10.21.2: the Enter key sends a form with one field and no button.
  const isSentByEnter = (form: string) =>
    form.match(/<(?:input|select|textarea)\b/g)?.length === 1 && form.includes('type="search"');
  const isSendable = ({ form, buttons }: Sender) => buttons.length > 0 || isSentByEnter(form);
  const unknownActs = (action: string, buttons: readonly string[]) =>
    buttons.flatMap((button) => attribute(button, "value") ?? []).filter((act) => !actsAt(action)?.includes(act));

  function wrongWith(sender: Sender): readonly string[] {
    const { tag, form, buttons } = sender;
    const [method = "", action = ""] = [attribute(tag, "method"), attribute(tag, "action")];
    const [isOther, isQuestion] = [OTHERS.has(action), method === "get"];
    return [
      ...(["get", "post"].includes(method) ? [] : ["no method"]),
      ...(isOther || actsAt(action) !== undefined ? [] : ["no page at its address"]),
      ...(isSendable(sender) ? [] : ["no button"]),
      ...(isQuestion || action === "/language" || form.includes('name="csrf"') ? [] : ["no token"]),
      ...(isQuestion || isOther ? [] : unknownActs(action, buttons)),
    ].map((wrong) => `${tag}: ${wrong}`);
  }

  it("each has an address that answers it, and a button that sends it", () => {
    const forms = pages.flatMap(({ html }) => formsOf(html));
    expect(forms.length).toBeGreaterThan(500);
    expect([...new Set(forms.flatMap(wrongWith))]).toEqual([]);
  });
});

describe("17: every time of every page is an element with the exact time", () => {
  const MONTHS = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec";
  const TIME = new RegExp(
    `\\b\\d{1,2}:\\d\\d\\b|\\b\\d{4}-\\d\\d-\\d\\d|\\b(?:${MONTHS})[a-z]* \\d|\\b(?:ago|yesterday)\\b`,
    "g",
  );
  /** Elements whose text is not a time that we show, and why. */
  const EXCEPT = [
    // Code, and what the API or a person wrote.
    /<(bdi|code|pre|textarea|script)\b[\s\S]*?<\/\1>/g,
    // A day of a chart is a day by itself.
    /<title>[^<]* · [^<]*<\/title>/g,
  ];
  const plainTimes = (html: string) =>
    [/<time\b[^>]*>[^<]*<\/time>/g, ...EXCEPT]
      .reduce((rest, part) => rest.replace(part, " "), html)
      .replace(/<[^>]*>/g, "\n")
      .match(TIME) ?? [];

  it("a time as text would be noticed", () => {
    for (const text of ["Jan 1, 2030, 10:00 AM UTC", "2 hours ago", "2030-01-01"])
      expect(plainTimes(`<td>${text}</td>`)).not.toEqual([]);
  });

  it("and no page has one as text", () => {
    const found = pages.flatMap(({ page, html }) => plainTimes(html).map((time) => `${page}: ${time}`));
    expect([...new Set(found)]).toEqual([]);
  });

  it("all but days by themselves have a title", () => {
    const tags = pages.flatMap(({ html }) => [...html.matchAll(/<time\b[^>]*>/g)].map(([tag]) => tag));
    expect(tags.length).toBeGreaterThan(100);
    const bare = tags.filter((tag) => !/ datetime="[^"]*T[^"]*" data-when="\w+" title="[^"]*2030[^"]*"/.test(tag));
    expect(bare.filter((tag) => !/^<time datetime="\d{4}-\d\d-\d\d">$/.test(tag))).toEqual([]);
  });
});
