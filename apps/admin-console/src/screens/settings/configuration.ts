import type { Answer } from "@countersign/admin-client";
import { field, yesField } from "../../views/fields.ts";
import type { Form, Page, Section } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";
import { asked } from "../lists/list.ts";
import type { Screen, Submission } from "../screen.ts";

const PATH = "/settings/configuration";
const NAME = /^[a-z0-9][a-z0-9._-]{0,99}$/;

/** A configuration file: what it would change, its application, and an export of what there is. */
export const configuration: Screen = {
  path: PATH,
  place: "configuration.title",
  needs: "settings:read",
  async show(visit) {
    const name = asked(visit, "name");
    const exported =
      name !== undefined && NAME.test(name) ? await visit.api.exportConfiguration({ query: { name } }) : undefined;
    return {
      id: "configuration",
      title: { key: "configuration.title" },
      lead: { key: "configuration.lead" },
      sections: [
        ...(exported === undefined ? [] : leftOutSections(exported.body)),
        { id: "plan-section", title: "configuration.plan", form: planForm(exported?.body.configuration) },
      ],
      filter: {
        fields: [{ name: "name", label: "configuration.export", type: "search", value: name, maxLength: 100 }],
      },
    };
  },
  acts: {
    plan: {
      needs: "settings:read",
      async run(submission) {
        const planned = await submission.api.planConfiguration({ body: given(submission) });
        return { page: planPage(submission, planned) };
      },
    },
    apply: {
      needs: "settings:write",
      async run({ etag, ...submission }) {
        const { body } = await submission.api.applyConfiguration({ body: given(submission), ifMatch: etag });
        return body.secrets === undefined
          ? { to: PATH, done: "configuration_applied" }
          : { page: secretsPage(body.secrets) };
      },
    },
  },
};

const given = ({ form }: Pick<Submission, "form">) => ({
  configuration: form.get("configuration") ?? "",
  prune: form.get("prune") === "yes",
});

const planForm = (text: string | undefined, isPruning = false): Form => ({
  act: "plan",
  submit: "configuration.show_plan",
  fields: [
    field("code", "configuration.text", { name: "configuration", hasHint: true, value: text, isRequired: true }),
    yesField("configuration.prune", isPruning),
  ],
});

function planPage({ form, may }: Submission, { body: plan, etag }: Answer<"planConfiguration">): Page {
  const { configuration: text, prune } = given({ form });
  const hidden = [{ name: "configuration", value: text }, ...(prune ? [{ name: "prune", value: "yes" }] : [])];
  const mayApply = may("settings:write") && plan.changes.length > 0;
  const changes: Section = {
    ...tableSection("changes", "configuration.changes", {
      columns: ["configuration.act", "configuration.what", "configuration.fields"],
      empty: "configuration.none",
      rows: plan.changes.map(({ act, section, key, fields }) => ({
        cells: [
          { word: `configuration.act.${act}` },
          { text: `${section}: ${key}` },
          { tags: fields.map(({ field, before, after }) => `${field}: ${inWords(before)} → ${inWords(after)}`) },
        ],
      })),
    }),
    lead: { key: "configuration.of", values: { name: plan.managed_by } },
    ...(mayApply && { form: { act: "apply", submit: "configuration.apply", etag, fields: [], hidden } }),
  };
  return {
    id: "configuration",
    title: { key: "configuration.title" },
    crumbs: [{ href: PATH, label: "configuration.title" }],
    sections: [
      changes,
      ...(plan.left.length === 0 ? [] : [leftSection(plan.left)]),
      ...hiddenSections(plan.hidden),
      { id: "plan-section", title: "configuration.plan", form: planForm(text, prune) },
    ],
  };
}

/** The secrets that were made, shown once. */
const secretsPage = (secrets: NonNullable<Answer<"applyConfiguration">["body"]["secrets"]>): Page => ({
  id: "configuration",
  title: { key: "configuration.secrets" },
  lead: { key: "configuration.secrets.lead" },
  crumbs: [{ href: PATH, label: "configuration.title" }],
  sections: [
    tableSection("secrets", "configuration.secrets", {
      columns: ["configuration.what", "configuration.secret"],
      rows: secrets.map(({ section, key, secret }) => ({
        cells: [{ text: `${section}: ${key}` }, { text: secret, isCode: true }],
      })),
    }),
  ],
});

const leftSection = (left: Answer<"planConfiguration">["body"]["left"]): Section =>
  tableSection("left", "configuration.left", {
    columns: ["configuration.what"],
    rows: left.map(({ section, key }) => ({ cells: [{ text: `${section}: ${key}` }] })),
  });

/** What an export does not have. */
const leftOutSections = ({ left_out: leftOut, hidden }: Answer<"exportConfiguration">["body"]): readonly Section[] => [
  ...(leftOut.length === 0 ? [] : [leftOutSection(leftOut)]),
  ...hiddenSections(hidden),
];

const leftOutSection = (leftOut: readonly string[]): Section =>
  tableSection("left-out", "configuration.left_out", {
    columns: ["configuration.what"],
    rows: leftOut.map((text) => ({ cells: [{ text }] })),
  });

/** The sections of a file that the person may not see. */
const hiddenSections = (hidden: Answer<"planConfiguration">["body"]["hidden"]): readonly Section[] =>
  hidden.length === 0
    ? []
    : [
        {
          ...tableSection("hidden", "configuration.hidden", {
            columns: ["configuration.what", "configuration.scope"],
            rows: hidden.map(({ section, scope }) => ({ cells: [{ text: section }, { text: scope, isCode: true }] })),
          }),
          lead: { key: "configuration.hidden.lead" },
        },
      ];

const inWords = (value: unknown) => (value === undefined ? "–" : JSON.stringify(value));
