import type { Answer } from "@countersign/admin-client";
import { Refusal } from "../../errors.ts";
import { field } from "../../views/fields.ts";
import { filled, linesIn } from "../../views/form.ts";
import type { Field, Page, Section } from "../../views/model.ts";
import { refilled } from "../../views/refill.ts";
import type { Screen, Submission, Visit } from "../screen.ts";

const PATH = "/settings/looks";
const COLORS = ["accent_light", "accent_dark", "page_light", "page_dark"] as const;
const LINKS = ["privacy_url", "terms_url", "support_url"] as const;
const LAYOUTS = [
  { value: "", label: "looks.layout.centered" },
  { value: "split", label: "looks.layout.split" },
] as const;
const TEXTS = ["sign_in_text", "footer_text"] as const;
/** As the API has it. */
const LARGEST_LOGO_BYTES = 131_072;
const PICTURES = "image/png,image/jpeg,image/webp";

type Looks = Answer<"readSettings">["body"];

/** The looks of the pages: name, colors, corners, links, texts and logo, seen before they are saved. */
export const looks: Screen = {
  path: PATH,
  place: "looks.title",
  needs: "settings:read",
  largestFileBytes: LARGEST_LOGO_BYTES,
  show: async ({ api, may }) => pageOf(await api.readSettings(), may),
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
        if (file === undefined) throw new Refusal("no_file", "no file was chosen");
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

/** @param preview the address that shows the sign-in page in the looks that were filled in */
function pageOf({ body, etag }: Answer<"readSettings">, may: Visit["may"], preview?: string): Page {
  return {
    id: "looks",
    title: { key: "looks.title" },
    lead: { key: "looks.lead" },
    sections: [
      looksSection(body, etag, may("settings:write")),
      ...(may("settings:write") ? [previewSection(preview)] : []),
      logoSection(body, etag, may("settings:write")),
    ],
  };
}

function looksSection(held: Looks, etag: string | undefined, mayChange: boolean): Section {
  const fields = fieldsOf(held);
  const shown = fields.map(({ label, value }) => ({ label, value: { text: value ?? null } }));
  const form = {
    act: "save-looks",
    submit: "looks.save",
    also: { act: "preview-looks", label: "looks.preview" },
    isFollowed: true,
  };
  return {
    id: "values",
    title: "looks.values",
    ...(mayChange ? { form: { ...form, etag, fields } } : { facts: shown }),
  };
}

function fieldsOf(held: Looks): readonly Field[] {
  const setting = (name: keyof Looks & string, more: Partial<Field> = {}): Field => ({
    ...field("text", `looks.${name}`),
    value: held[name] === null || held[name] === undefined ? undefined : String(held[name]),
    ...more,
  });
  return [
    setting("service_name", { maxLength: 60, heading: { title: "looks.brand" } }),
    setting("layout", { type: "choice", options: LAYOUTS }),
    setting("corner", { maxLength: 2, hint: "looks.corner.hint" }),
    ...below(
      { title: "looks.colors", hint: "looks.color.hint" },
      COLORS.map((name) => setting(name, { type: "color", isHalf: true })),
    ),
    ...below(
      { title: "looks.links", hint: "looks.link.hint" },
      LINKS.map((name) => setting(name, { maxLength: 500 })),
    ),
    ...below(
      { title: "looks.texts", hint: "looks.text.hint" },
      TEXTS.map((name) => setting(name, { type: "lines", value: linesOf(held[name]) })),
    ),
  ];
}

/** Fields with a heading above the first one. */
const below = (heading: Field["heading"], fields: readonly Field[]): readonly Field[] =>
  fields.map((one, index) => (index === 0 && heading ? { ...one, heading } : one));

function logoSection({ logo }: Looks, etag: string | undefined, mayChange: boolean): Section {
  const size = logo && `${logo.width} × ${logo.height}, ${logo.media_type}`;
  const file = field("file", "looks.logo.file", { name: "logo", accept: PICTURES });
  const fields = [{ ...file, hint: "looks.logo.hint" }];
  return {
    id: "logo",
    title: "looks.logo",
    isSide: true,
    facts: [{ label: "looks.logo.now", value: { text: size } }],
    ...(mayChange && { form: { act: "save-logo", submit: "looks.logo.save", etag, fields } }),
    ...(mayChange && logo && { buttons: [{ act: "remove-logo", label: "looks.logo.remove" }] }),
  };
}

/** The same page as it was filled in, with the address that shows the sign-in page in these looks. */
async function previewPage(submission: Submission, url: string): Promise<Page> {
  const read = await submission.api.readSettings();
  // What is saved is what was filled in: it was filled in for the settings of that time.
  return refilled(pageOf({ ...read, etag: submission.etag }, submission.may, url), submission.form);
}

function previewSection(url: string | undefined): Section {
  const section = { id: "preview", title: "looks.preview.title", isSide: true } as const;
  if (url === undefined) return { ...section, lead: { key: "looks.preview.before" } };
  const inScheme = (scheme: string) => {
    const address = new URL(url);
    address.searchParams.set("scheme", scheme);
    return address.href;
  };
  return {
    ...section,
    lead: { key: "looks.preview.lead" },
    preview: { title: "looks.preview.page", light: inScheme("light"), dark: inScheme("dark") },
    links: [{ href: url, label: "looks.preview.open", id: "open-preview", isElsewhere: true }],
  };
}

/** What was filled in, as a change: an empty field removes a setting. */
async function changeIn({ api, form }: Pick<Submission, "api" | "form">) {
  const { body: held } = await api.readSettings();
  const plain = [...COLORS, ...LINKS, "service_name", "layout"] as const;
  const corner = filled(form, "corner");
  return {
    ...Object.fromEntries(plain.map((name) => [name, filled(form, name) ?? null])),
    // What is not a number is sent unchanged: the API refuses it.
    corner: corner === undefined ? null : /^\d{1,9}$/.test(corner) ? Number(corner) : (corner as never),
    ...Object.fromEntries(TEXTS.map((name) => [name, textsIn(linesIn(form, name), held[name])])),
  };
}

const linesOf = (texts: Looks["sign_in_text"]) =>
  Object.entries(texts ?? {})
    .map(([tag, text]) => `${tag}: ${text}`)
    .join("\n");

/** A text by language, from lines such as `de: Willkommen`; null for a language that is not there any more. */
function textsIn(lines: readonly string[], held: Looks["sign_in_text"]) {
  const given = lines.map((line) => {
    const at = line.indexOf(":");
    return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()] as const;
  });
  const removed = Object.keys(held ?? {}).map((tag) => [tag, null] as const);
  return Object.fromEntries<string | null>([...removed, ...given]);
}
