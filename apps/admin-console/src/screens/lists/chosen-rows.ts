/** The rows that are chosen in a list: their ids, and what a page says of them before an act. */
import type { Fact } from "../../views/model.ts";
import type { Submission } from "../screen.ts";
import { nameOfPerson } from "./person-name.ts";

const MOST = 100;
/** How many are named on the page that says what the act does. */
const MOST_NAMED = 5;

/** The ids of those that are chosen, each once. */
export const chosenIn = ({ form }: Pick<Submission, "form">): string[] =>
  [...new Set([...form.getAll("ids"), ...form.getAll("value")])].filter(Boolean).slice(0, MOST);

const isId = (id: string) => /^[\da-f-]{36}$/i.test(id);

/** How the people of these ids are called, as far as the person may know it. */
export async function namesOf(
  { api, may, organization }: Submission,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const known = ids.filter(isId);
  // Who administers one organization has no list of users.
  if (!may("people:read") || organization !== null || known.length === 0) return new Map();
  const { body } = await api.listPeople({ query: { ids: known.join(","), limit: MOST } });
  return new Map(body.items.map((person) => [person.id, nameOfPerson(person)]));
}

/** How many are chosen, where no page names them. */
export const countFacts = async (submission: Submission): Promise<readonly Fact[]> => [
  { label: "bulk.count", value: { count: chosenIn(submission).length } },
];

/**
 * How many are chosen, and the names of the first.
 *
 * @param label the key of what they are
 * @param names the names of those whose ids it is asked for
 */
export const namedFacts =
  (label: string, names: (submission: Submission, ids: readonly string[]) => Promise<ReadonlyMap<string, string>>) =>
  async (submission: Submission): Promise<readonly Fact[]> => {
    const ids = chosenIn(submission);
    const tags = [...(await names(submission, ids.slice(0, MOST_NAMED))).values()];
    const more = ids.length - tags.length;
    const left = { key: "bulk.and_more", values: { count: more } };
    return [
      ...(await countFacts(submission)),
      ...(tags.length === 0 ? [] : [{ label, value: { tags } }]),
      ...(tags.length === 0 || more <= 0 ? [] : [{ label: "bulk.others", value: { say: left } }]),
    ];
  };

/** The same of people. */
export const chosenFacts = namedFacts("people.title", namesOf);
