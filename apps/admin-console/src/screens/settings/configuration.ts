import type { Answer } from "@countersign/admin-client";
import { field, yesField } from "../../views/fields.ts";
import type { Form, Page, Section } from "../../views/model.ts";
import { emptyOf, tableSection } from "../../views/sections.ts";
import type { Screen, Submission } from "../screen.ts";
import { EXPORT, exportActs, exportSections } from "./configuration-export.ts";
import { hiddenSections } from "./configuration-hidden.ts";

const PATH = "/settings/configuration";

/** A configuration file: what it would change, its application, and an export of what there is. */
export const configuration: Screen = {
  path: PATH,
  place: "configuration.title",
  needs: "settings:read",
  async show(visit) {
    const isExport = visit.query.get("tab") === "export";
    return {
      id: "configuration",
      title: { key: "configuration.title" },
      lead: { key: "configuration.lead" },
      tabs: [
        { href: PATH, label: "configuration.plan", isHere: !isExport },
        { href: EXPORT, label: "configuration.export", isHere: isExport },
      ],
      sections: isExport ? await exportSections(visit) : [planSection(planForm(undefined))],
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
    ...exportActs,
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

const planSection = (form: Form): Section => ({ id: "plan-section", title: "configuration.plan", form });

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
      empty: emptyOf("configuration.none", "check"),
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
      planSection(planForm(text, prune)),
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
        cells: [{ text: `${section}: ${key}` }, { text: secret, isCopied: true }],
      })),
    }),
  ],
});

const leftSection = (left: Answer<"planConfiguration">["body"]["left"]): Section =>
  tableSection("left", "configuration.left", {
    columns: ["configuration.what"],
    rows: left.map(({ section, key }) => ({ cells: [{ text: `${section}: ${key}` }] })),
  });

const inWords = (value: unknown) => (value === undefined ? "–" : JSON.stringify(value));
