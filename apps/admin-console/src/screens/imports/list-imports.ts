import { Refusal } from "../../errors.ts";
import { field, neededText } from "../../views/fields.ts";
import type { Section } from "../../views/model.ts";
import { listSection } from "../../views/sections.ts";
import { pageAsked, pagesBeside, part } from "../lists/list.ts";
import { peopleTabs } from "../people/people-tabs.ts";
import type { Screen, Submission } from "../screen.ts";
import { slicesOf } from "./slices.ts";
import { stateOf } from "./states.ts";

const PATH = "/imports";
const LARGEST_FILE_BYTES = 16 * 1024 * 1024;

/** The imports of people, and a form for another one. */
export const listImports: Screen = {
  path: PATH,
  needs: "people:read",
  largestFileBytes: LARGEST_FILE_BYTES,
  async show(visit) {
    const { body } = await visit.api.listImports({ query: { with_total: "yes", ...pageAsked(visit) } });
    return {
      id: "imports",
      title: { key: "imports.title" },
      crumbs: [{ href: "/people", label: "people.title" }],
      lead: { key: "imports.lead" },
      tabs: await peopleTabs(visit, PATH),
      total: body.total,
      sections: [
        ...(visit.may("people:write") ? [UPLOAD] : []),
        listSection("imports", "imports.list", {
          columns: ["created", "imports.source", "imports.state", "imports.lines", "imports.refused"],
          empty: { title: "imports.empty", lead: "imports.empty.lead", icon: "upload" },
          rows: body.items.map((one) => ({
            cells: [
              { at: one.created_at },
              { text: one.source, href: `${PATH}/${part(one.id)}` },
              stateOf(one.state),
              { count: one.lines },
              { count: one.refused },
            ],
          })),
        }),
      ],
      ...pagesBeside(visit, PATH, body),
    };
  },
  acts: { upload: { needs: "people:write", run: upload } },
};

const UPLOAD: Section = {
  id: "new",
  title: "imports.new",
  lead: { key: "imports.new.lead" },
  form: {
    act: "upload",
    submit: "imports.check",
    fields: [
      field("file", "imports.file", { hasHint: true, isRequired: true }),
      neededText("imports.source", 100, { hasHint: true }),
      field("choices", "imports.options", {
        options: ["trust_verified", "allow_weak_hashes"].map((value) => ({ value, label: `imports.${value}` })),
      }),
    ],
  },
};

/** Sends the lines piece by piece, and has them checked. What was begun and fails is cancelled. */
async function upload({ api, form, file, once }: Submission) {
  if (file === undefined) throw new Refusal("no_file", "no file was chosen", { field: "file" });
  const slices = slicesOf(file);
  const options = form.getAll("options");
  const { body } = await api.addImport({
    body: {
      source: form.get("source")?.trim() ?? "",
      trust_verified: options.includes("trust_verified"),
      allow_weak_hashes: options.includes("allow_weak_hashes"),
    },
    idempotencyKey: once,
  });
  const path = { id: body.id };
  try {
    for (const slice of slices) await api.sendImportLines({ path, body: slice });
    await api.startImport({ path, body: { check: true } });
  } catch (err) {
    await api.cancelImport({ path }).catch(() => undefined); // the first error is the one to show
    throw err;
  }
  return { to: `${PATH}/${part(body.id)}` };
}
