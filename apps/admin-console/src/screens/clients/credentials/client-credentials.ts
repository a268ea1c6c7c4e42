/** The part of the page of an application about its secrets: which are valid, and when each was last used. */
import type { Answer } from "@countersign/admin-client";
import { choiceField } from "../../../views/fields.ts";
import type { Row, Section } from "../../../views/model.ts";
import { tableSection } from "../../../views/sections.ts";
import type { Act, Submission } from "../../screen.ts";
import { addressOf } from "../client.ts";

export type Secrets = Answer<"readClientSecrets">["body"]["items"];

const HOUR_SECONDS = 3600;
/** For how long the secret before stays valid, in hours. */
const OVERLAPS = [1, 24, 168] as const;
const USUAL = 24;

/** The secrets of an application, and for a person who may change it: another one, and the end of the one before. */
export function secretSections(secrets: Secrets, mayChange: boolean, name: string): readonly Section[] {
  if (secrets.length === 0) return [];
  const hasPrevious = secrets.some(({ which }) => which === "previous");
  return [
    {
      ...tableSection("secrets", "clients.secret", {
        columns: ["clients.secret.which", "clients.secret.last_used", "clients.secret.until"],
        rows: secrets.map((secret) => rowOf(secret, mayChange, name)),
      }),
      lead: { key: "clients.secret.lead" },
    },
    ...(mayChange ? [rotationSection(hasPrevious), REPLACEMENT] : []),
  ];
}

const rowOf = ({ which, last_used_at, expires_at }: Secrets[number], mayChange: boolean, about: string): Row => ({
  cells: [
    { badge: `clients.secret.${which}`, tone: which === "current" ? "good" : "warn" },
    { at: last_used_at },
    expires_at === null ? { word: "clients.secret.forever" } : { at: expires_at },
  ],
  ...(mayChange &&
    which === "previous" && { buttons: [{ act: "end-secret", label: "clients.secret.end", value: which, about }] }),
});

const rotationSection = (hasPrevious: boolean): Section => ({
  id: "rotation",
  title: "clients.rotate_secret",
  lead: { key: hasPrevious ? "clients.rotate_secret.again" : "clients.rotate_secret.lead" },
  form: {
    act: "rotate-secret",
    submit: "clients.rotate_secret",
    fields: [choiceField("clients.overlap", OVERLAPS.map(String), { hasHint: true, value: String(USUAL) })],
  },
});

const REPLACEMENT: Section = {
  id: "replacement",
  title: "danger",
  dangers: [
    {
      lead: { key: "clients.replace_secret.lead" },
      button: { act: "replace-secret", label: "clients.replace_secret", isDanger: true },
    },
  ],
};

const pageOf = (id: string) => `${addressOf(id)}?tab=credentials`;

async function rotated({ api, params, once }: Submission, hours: number) {
  const path = { id: params.id ?? "" };
  const { body } = await api.rotateClientSecret({
    ...{ path, body: { overlap: hours * HOUR_SECONDS }, idempotencyKey: once },
  });
  const done = body.previous_secret_expires_at === null ? "secret_replaced" : "secret_rotated";
  return { to: pageOf(path.id), done, ...(body.client_secret && { secret: body.client_secret }) };
}

/** What the forms of this part do. */
export const SECRET_ACTS: Readonly<Record<string, Act>> = {
  "rotate-secret": {
    needs: "clients:write",
    run: (submission) =>
      rotated(submission, OVERLAPS.find((hours) => String(hours) === submission.form.get("overlap")) ?? USUAL),
  },
  "replace-secret": {
    needs: "clients:write",
    confirmation: { label: "clients.replace_secret", warning: { key: "clients.rotate_secret.warning" } },
    run: (submission) => rotated(submission, 0),
  },
  "end-secret": {
    needs: "clients:write",
    confirmation: { label: "clients.secret.end", warning: { key: "clients.secret.end.warning" } },
    async run({ api, params, once }) {
      const id = params.id ?? "";
      await api.endPreviousClientSecret({ path: { id }, idempotencyKey: once });
      return { to: pageOf(id), done: "secret_ended" };
    },
  },
};
