import { filled, pairsIn } from "../views/form.ts";
import type { Screen } from "./screen.ts";

const PATH = "/settings/terms";

/** The terms that people accept, in versions, and a form for another version. */
const terms: Screen = {
  path: PATH,
  place: "terms.title",
  needs: "settings:read",
  async show({ api, may }) {
    const { body } = await api.listTerms();
    return {
      id: "terms",
      title: { key: "terms.title" },
      lead: { key: "terms.lead" },
      sections: [
        {
          id: "list",
          title: "terms.versions",
          table: {
            id: "terms-table",
            columns: ["terms.name", "terms.version", "terms.texts", "terms.required_from"],
            empty: { title: "terms.empty", lead: "terms.empty.lead", icon: "scroll-text" },
            rows: body.items.map((one) => ({
              cells: [
                { text: one.name },
                { text: one.version },
                { tags: Object.entries(one.urls).map(([language, url]) => `${language}: ${url}`) },
                { at: one.required_from, as: "date" },
              ],
            })),
          },
        },
        ...(may("settings:write") ? [NEW] : []),
      ],
    };
  },
  acts: {
    add: {
      needs: "settings:write",
      async run({ api, form, once }) {
        const date = filled(form, "required_from");
        const body = {
          name: filled(form, "name") ?? "",
          version: filled(form, "version") ?? "",
          urls: pairsIn(form, "urls"),
          ...(date !== undefined && { required_from: `${date}T00:00:00Z` }),
        };
        await api.addTerms({ body, idempotencyKey: once });
        return { to: PATH, done: "terms_added" };
      },
    },
  },
};

const NEW = {
  id: "new",
  title: "terms.new",
  lead: { key: "terms.new.lead" },
  form: {
    act: "add",
    submit: "terms.add",
    fields: [
      { name: "name", label: "terms.name", type: "text", hint: "terms.name.hint", isRequired: true, maxLength: 200 },
      { name: "version", label: "terms.version", type: "text", isRequired: true, maxLength: 200 },
      { name: "urls", label: "terms.texts", type: "lines", hint: "terms.texts.hint", isRequired: true },
      { name: "required_from", label: "terms.required_from", type: "date", hint: "terms.required_from.hint" },
    ],
  },
} as const;

export const termsScreens: readonly Screen[] = [terms];
