import { type Answer, ApiProblem } from "@countersign/admin-client";
import { Refusal } from "../../errors.ts";
import { field } from "../../views/fields.ts";
import type { Page, Section } from "../../views/model.ts";
import { refilled } from "../../views/refill.ts";
import type { Screen, Submission, Visit } from "../screen.ts";
import { changeIn, fieldsOf, type Looks, textsOf } from "./looks-form.ts";

const PATH = "/settings/looks";
/** The pages that a preview shows, as its address names them. */
const PREVIEWED = ["sign-in", "consent", "account", "mail"] as const;
/** As the API has it. */
const LARGEST_LOGO_BYTES = 131_072;
const PICTURES = "image/png,image/jpeg,image/webp";

type Shown = Pick<Visit, "may" | "languages">;

/** The looks of the pages: name, colors, corners, links, texts and logo, seen before they are saved. */
export const looks: Screen = {
  path: PATH,
  place: "looks.title",
  needs: "settings:read",
  largestFileBytes: LARGEST_LOGO_BYTES,
  async show(visit) {
    const [read, languages, preview] = await Promise.all([
      visit.api.readSettings(),
      visit.pageLanguages(),
      savedPreview(visit),
    ]);
    return pageOf(read, { ...visit, languages }, preview);
  },
  acts: {
    "save-looks": {
      needs: "settings:write",
      async run({ etag, ...submission }) {
        await submission.api.changeSettings({ body: await changeIn(submission), ifMatch: etag });
        return { to: PATH, done: "looks_saved" };
      },
    },
    "preview-looks": {
      needs: "settings:write",
      async run(submission) {
        const body = await changeIn(submission);
        const made = await submission.api.previewSettings({ body, idempotencyKey: submission.once });
        return { page: await previewPage(submission, made.body.url) };
      },
    },
    "save-logo": {
      needs: "settings:write",
      async run({ api, file, etag }) {
        if (file === undefined) throw new Refusal("no_file", "no file was chosen", { field: "logo" });
        await api.replaceLogo({ body: { image: Buffer.from(file).toString("base64") }, ifMatch: etag });
        return { to: PATH, done: "logo_saved" };
      },
    },
    "remove-logo": {
      needs: "settings:write",
      async run({ api }) {
        await api.removeLogo({ ifMatch: "*" });
        return { to: PATH, done: "logo_removed" };
      },
    },
  },
};

/** The address that shows pages in the looks that are saved; undefined where the API wants another sign-in for one. */
async function savedPreview({ api, may }: Pick<Visit, "api" | "may">): Promise<string | undefined> {
  if (!may("settings:write")) return undefined;
  try {
    return (await api.previewSettings({ body: {} })).body.url;
  } catch (err) {
    // The page is of use without it, too.
    if (err instanceof ApiProblem) return undefined;
    throw err;
  }
}

/** @param preview the address that shows pages in the looks of the form */
function pageOf({ body, etag }: Answer<"readSettings">, { may, languages }: Shown, preview?: string): Page {
  return {
    id: "looks",
    title: { key: "looks.title" },
    lead: { key: "looks.lead" },
    sections: [
      looksSection({ held: body, etag }, { languages, mayChange: may("settings:write") }),
      ...(may("settings:write") ? [previewSection(preview)] : []),
      logoSection(body, etag, may("settings:write")),
    ],
  };
}

interface HeldLooks {
  readonly held: Looks;
  readonly etag: string | undefined;
}

function looksSection(
  { held, etag }: HeldLooks,
  { languages, mayChange }: { readonly languages: readonly string[]; readonly mayChange: boolean },
): Section {
  const fields = fieldsOf(held, languages);
  const shown = fields.map(({ name, label, value, texts }) => ({
    label,
    value: texts === undefined ? { text: value ?? null } : { pairs: Object.entries(textsOf(held, name)) },
  }));
  const form = {
    act: "save-looks",
    submit: "looks.save",
    also: { act: "preview-looks", label: "looks.preview" },
    isFollowed: true,
    cancel: { href: PATH, label: "looks.discard", id: "discard-looks" },
  };
  return {
    id: "values",
    title: "looks.values",
    ...(mayChange ? { form: { ...form, etag, fields } } : { facts: shown }),
  };
}

function logoSection({ logo }: Looks, etag: string | undefined, mayChange: boolean): Section {
  const size = logo && `${logo.width} × ${logo.height}, ${logo.media_type}`;
  const file = field("file", "looks.logo.file", { name: "logo", accept: PICTURES });
  const fields = [{ ...file, hint: "looks.logo.hint" }];
  return {
    id: "logo",
    title: "looks.logo",
    isSide: true,
    ...((logo || !mayChange) && { facts: [{ label: "looks.logo.now", value: { text: size } }] }),
    ...(mayChange && { form: { act: "save-logo", submit: logo ? "looks.logo.save" : "looks.logo.add", etag, fields } }),
    ...(mayChange && logo && { buttons: [{ act: "remove-logo", label: "looks.logo.remove" }] }),
  };
}

/** The same page as it was filled in, with the address that shows pages in these looks. */
async function previewPage(submission: Submission, url: string): Promise<Page> {
  const read = await submission.api.readSettings();
  const shown = { ...submission, languages: await submission.pageLanguages() };
  // What is saved is what was filled in: it was filled in for the settings of that time.
  return refilled(pageOf({ ...read, etag: submission.etag }, shown, url), submission.form);
}

function previewSection(url: string | undefined): Section {
  const section = { id: "preview", title: "looks.preview.title", isSide: true } as const;
  if (url === undefined) return { ...section, lead: { key: "looks.preview.before" } };
  const shown = (name: string, scheme: string) => {
    const address = new URL(url);
    address.searchParams.set("page", name);
    address.searchParams.set("scheme", scheme);
    return address.href;
  };
  return {
    ...section,
    lead: { key: "looks.preview.lead" },
    preview: PREVIEWED.map((name) => ({ name, light: shown(name, "light"), dark: shown(name, "dark") })),
    links: [{ href: url, label: "looks.preview.open", id: "open-preview", isElsewhere: true }],
  };
}
