import { languageName } from "@countersign/pages";
import { field, neededText, textsField } from "../views/fields.ts";
import { filled, textsIn } from "../views/form.ts";
import { listSection } from "../views/sections.ts";
import { wholeOf } from "./lists/list.ts";
import { type Creation, linkToNew, newOneScreen } from "./lists/new-one.ts";
import type { Screen } from "./screen.ts";

const PATH = "/settings/terms";

const NEW_TERMS: Creation = {
  of: { path: PATH, title: "terms.title" },
  id: "new-terms",
  label: "terms.add",
  needs: "settings:write",
};

/** The terms that people accept, in versions. */
const terms: Screen = {
  path: PATH,
  place: "terms.title",
  needs: "settings:read",
  async show(visit) {
    const { body } = await visit.api.listTerms();
    const link = linkToNew(NEW_TERMS, visit);
    return {
      id: "terms",
      title: { key: "terms.title" },
      lead: { key: "terms.lead" },
      total: wholeOf(body.items),
      ...(link && { links: [link] }),
      sections: [
        listSection("terms", "terms.versions", {
          columns: ["terms.name", "terms.version", "terms.texts", "terms.required_from"],
          empty: { title: "terms.empty", lead: "terms.empty.lead", icon: "scroll-text", link },
          rows: body.items.map((one) => ({
            cells: [
              { text: one.name },
              { text: one.version },
              { tags: Object.entries(one.urls).map(textLink) },
              { at: one.required_from, as: "date" },
            ],
          })),
        }),
      ],
    };
  },
};

/** The text in a language, by the name of the language. Whatever an answer says, nothing but https is a link. */
const textLink = ([language, url]: readonly [string, string]) => ({
  word: `terms.text.${language}`,
  or: languageName(language),
  ...(url.startsWith("https://") && { href: url }),
});

const newTerms = newOneScreen(NEW_TERMS, {
  lead: { key: "terms.new.lead" },
  fields: async ({ pageLanguages }) => [
    neededText("terms.name", 200, { hasHint: true }),
    neededText("terms.version", 200),
    textsField("terms.texts", { name: "urls", hasHint: true, languages: await pageLanguages(), maxLength: 2000 }),
    field("date", "terms.required_from", { hasHint: true }),
  ],
  async add({ api, form, once }) {
    const date = filled(form, "required_from");
    const body = {
      name: filled(form, "name") ?? "",
      version: filled(form, "version") ?? "",
      urls: textsIn(form, "urls"),
      ...(date !== undefined && { required_from: `${date}T00:00:00Z` }),
    };
    await api.addTerms({ body, idempotencyKey: once });
    return { to: PATH, done: "terms_added" };
  },
});

export const termsScreens: readonly Screen[] = [terms, newTerms];
