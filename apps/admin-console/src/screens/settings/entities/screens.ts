/** The three screens of an entity: all of them, a new one, and one with what can be done with it. */
import { field } from "../../../views/fields.ts";
import type { Page } from "../../../views/model.ts";
import { listSection } from "../../../views/sections.ts";
import { type Cursors, pagesBeside, searchAsked } from "../../lists/list.ts";
import type { Act, Screen, Submission, Visit } from "../../screen.ts";
import { namedChoices } from "../named-fields.ts";
import {
  addressOf,
  addressOfItem,
  type Choices,
  crumbsOf,
  type Entity,
  type Extras,
  hasSwitch,
  type Item,
  idIn,
  idOf,
  labelOf,
  operationOf,
  placeOf,
  SETTINGS,
} from "./entity.ts";
import { pageOf } from "./page.ts";
import { bodyFrom } from "./sent.ts";
import { emptyFields, formFields, listedFields, rowOf } from "./values.ts";

export const entityScreens = (entity: Entity, extras: Extras = {}): readonly Screen[] => [
  listScreen(entity, extras),
  newScreen(entity, extras),
  oneScreen(entity, extras),
];

interface Listed extends Cursors {
  readonly items: readonly Item[];
  readonly total?: Page["total"];
}

const listScreen = (entity: Entity, extras: Extras): Screen => ({
  path: placeOf(entity).list,
  place: `${entity.many}.title`,
  needs: entity.reads,
  async show(visit) {
    const { many, one } = entity;
    const { icon, path, list } = placeOf(entity);
    const query = searchAsked(visit);
    const { body } = await operationOf(visit.api, "list", many)({ query: { with_total: "yes", ...query } });
    const { items, total, ...cursors }: Listed = body;
    const names = await extras.names?.(visit, items);
    const isEmpty = items.length === 0 && query.cursor === undefined && query.q === undefined;
    const adding = visit.may(entity.writes)
      ? { href: `${path}/new`, label: `${many}.add`, id: `new-${idOf(one)}`, icon: "plus", isPrimary: true as const }
      : undefined;
    return {
      id: idOf(many),
      title: { key: `${many}.title` },
      total,
      filter: { fields: [field("search", "list.q", { value: query.q, maxLength: 200 })] },
      // Of an empty list the page says in the middle what it is for.
      ...(!isEmpty && { lead: { key: `${many}.lead` } }),
      ...(adding && { links: [adding] }),
      sections: [
        listSection(idOf(many), `${many}.all`, {
          columns: listedFields(entity, extras).map(({ name }) => labelOf(entity, name)),
          empty: { title: `${many}.empty`, lead: `${many}.lead`, icon, link: adding },
          rows: items.map((item) => rowOf(entity, { item, extras, names })),
        }),
      ],
      ...pagesBeside(visit, list, cursors),
    };
  },
});

/** What the values of a form are chosen from. @param item the one that is changed */
async function choicesFor(entity: Entity, extras: Extras, visit: Visit, item?: Item): Promise<Choices> {
  const [{ of, groups }, own = {}] = await Promise.all([
    namedChoices(entity, extras, visit, item),
    extras.choices?.(visit, item),
  ]);
  return { ...own, of: { ...of, ...own.of }, groups: { ...groups, ...own.groups } };
}

/** Adds one. A secret is shown once, on the page that follows. */
const newScreen = (entity: Entity, extras: Extras): Screen => ({
  path: `${placeOf(entity).path}/new`,
  needs: entity.writes,
  show: async (visit) => newPage(entity, extras, await choicesFor(entity, extras, visit)),
  acts: {
    add: {
      needs: entity.writes,
      async run(submission) {
        const { api, form, once } = submission;
        const body = bodyFrom(entity, form, true);
        const added = await operationOf(api, "add", entity.one)({ body, idempotencyKey: once });
        const item: Item = added.body;
        const { secret } = item;
        const to = addressOfItem(entity, item);
        return { to, done: `${entity.one}_added`, ...(typeof secret === "string" && { secret }) };
      },
    },
  },
});

const newPage = (entity: Entity, extras: Extras, choices: Choices): Page => ({
  id: `new-${idOf(entity.one)}`,
  title: { key: `${entity.many}.add` },
  ...(extras.newLead && { lead: extras.newLead }),
  crumbs: crumbsOf(entity),
  sections: [
    {
      id: "settings",
      title: `${entity.many}.settings`,
      ...(choices.first && { choices: choices.first.links, choicesOf: labelOf(entity, choices.first.name) }),
      form: {
        act: "add",
        submit: `${entity.many}.add`,
        fields: formFields(entity, undefined, extras, choices),
        hidden: [...(choices.first ? [choices.first] : []), ...emptyFields(entity, undefined, extras, choices)],
      },
    },
  ],
});

/** The one of a page, as paths of the API name it. */
const named = (entity: Entity, visit: Pick<Visit, "params">) => ({ [placeOf(entity).parameter]: idIn(visit) });

const oneScreen = (entity: Entity, extras: Extras): Screen => ({
  path: `${placeOf(entity).path}/:id`,
  needs: entity.reads,
  async show(visit) {
    const id = idIn(visit);
    const [{ body, etag }, beside] = await Promise.all([
      operationOf(visit.api, "read", entity.one)({ path: named(entity, visit) }),
      extras.beside?.(visit, id),
    ]);
    const names = await extras.names?.(visit, [body]);
    const choices = visit.may(entity.writes) ? await choicesFor(entity, extras, visit, body) : undefined;
    const { sections: _, ...pages } = beside ?? {};
    return { ...pageOf(entity, { item: body, etag, extras, names, beside, choices }, visit, visit.secret), ...pages };
  },
  acts: {
    save: {
      needs: entity.writes,
      async run(submission) {
        const { to, done } = await changed(entity, submission, bodyFrom(entity, submission.form, false), "saved");
        return { to: `${to}?tab=${SETTINGS}`, done };
      },
    },
    ...switching(entity, extras),
    ...extras.acts,
    remove: {
      needs: entity.writes,
      confirmation: { label: `${entity.many}.remove`, warning: { key: `${entity.many}.remove.warning` } },
      async run(submission) {
        const path = named(entity, submission);
        await operationOf(submission.api, "remove", entity.one)({ path, ifMatch: submission.etag });
        return { to: placeOf(entity).list, done: `${entity.one}_removed` };
      },
    },
  },
});

/** The acts that disable and enable, if one can be. */
function switching(entity: Entity, { disabling }: Extras): Readonly<Record<string, Act>> {
  if (!hasSwitch(entity)) return {};
  const set = (enabled: boolean, done: string) => (submission: Submission) =>
    changed(entity, submission, { enabled }, `${entity.one}_${done}`);
  const confirmation = disabling && { confirmation: { label: "disable", warning: disabling } };
  return {
    disable: { needs: entity.writes, ...confirmation, run: set(false, "disabled") },
    enable: { needs: entity.writes, run: set(true, "enabled") },
  };
}

async function changed(entity: Entity, { api, etag: ifMatch, ...visit }: Submission, body: object, done: string) {
  await operationOf(api, "change", entity.one)({ path: named(entity, visit), body, ifMatch });
  return { to: addressOf(entity, idIn(visit)), done };
}
