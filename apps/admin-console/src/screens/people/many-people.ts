/** Acts upon the people who are chosen in the list, or upon one of them. */
import type { Answer } from "@countersign/admin-client";
import type { Fact, Page } from "../../views/model.ts";
import type { Act, Outcome, Submission } from "../screen.ts";

const MOST = 100;
/** How many are named on the page that says what the act does. */
const MOST_NAMED = 5;

/** The ids of the chosen people, each once. */
const chosenIn = (form: URLSearchParams): readonly string[] =>
  [...new Set([...form.getAll("ids"), ...form.getAll("value")])].filter(Boolean).slice(0, MOST);

type Items = Answer<"disablePeople">["body"]["items"];

/** Leads back to the list, unless an act was refused: then a page says for whom, and why. */
function outcomeOf(items: Items, done: string): Outcome {
  const page: Page = {
    id: "many-people",
    title: { key: "people.many.title" },
    crumbs: [{ href: "/people", label: "people.title" }],
    sections: [
      {
        id: "results",
        title: "people.many.title",
        table: {
          id: "results-table",
          columns: ["people.id", "people.many.result", "people.many.reason"],
          empty: "list.no_match",
          rows: items.map(({ id, result, reason }) => ({
            cells: [
              { text: id, href: `/people/${encodeURIComponent(id)}` },
              { badge: `people.many.${result}`, tone: result === "refused" ? "bad" : "good" },
              { text: reason },
            ],
          })),
        },
      },
    ],
  };
  return items.some(({ result }) => result === "refused") ? { page } : { to: "/people", done };
}

/** How many are chosen, and the names of the first. */
async function chosen({ api, may, form }: Submission): Promise<readonly Fact[]> {
  const ids = chosenIn(form);
  const count: Fact = { label: "bulk.count", value: { count: ids.length } };
  const isId = (id: string) => /^[\da-f-]{36}$/i.test(id);
  const first = ids.filter(isId).slice(0, MOST_NAMED);
  if (!may("people:read") || first.length === 0) return [count];
  const { body } = await api.listPeople({ query: { ids: first.join(",") } });
  const names = body.items.map(({ name, username }) => name ?? username);
  const more = ids.length - first.length;
  const left: readonly Fact[] =
    more > 0
      ? [{ label: "people.title", value: { say: { key: "bulk.and_more", values: { count: String(more) } } } }]
      : [];
  return [count, { label: "people.title", value: { tags: names } }, ...left];
}

export const manyPeopleActs: Readonly<Record<string, Act>> = {
  disable: {
    needs: "people:write",
    confirmation: {
      ...{ label: "disable", title: "people.many.disable", warning: { key: "people.many.disable.warning" } },
      facts: chosen,
    },
    async run({ api, form, once }) {
      const { body } = await api.disablePeople({ body: { ids: [...chosenIn(form)] }, idempotencyKey: once });
      return outcomeOf(body.items, "people_disabled");
    },
  },
  enable: {
    needs: "people:write",
    async run({ api, form, once }) {
      const { body } = await api.enablePeople({ body: { ids: [...chosenIn(form)] }, idempotencyKey: once });
      return outcomeOf(body.items, "people_enabled");
    },
  },
  "end-sessions": {
    needs: "sessions:write",
    confirmation: { label: "sessions.end_all", warning: { key: "people.many.end.warning" }, facts: chosen },
    async run({ api, form, once }) {
      const { body } = await api.endSessionsOfPeople({ body: { ids: [...chosenIn(form)] }, idempotencyKey: once });
      return outcomeOf(body.items, "people_signed_out");
    },
  },
  delete: {
    needs: "people:write",
    confirmation: { label: "people.delete", warning: { key: "people.many.delete.warning" }, facts: chosen },
    async run({ api, form, once }) {
      const { body } = await api.deletePeople({ body: { ids: [...chosenIn(form)] }, idempotencyKey: once });
      return outcomeOf(body.items, "people_deleted");
    },
  },
};
