/** The pages that a person sees. Rendering is typed per page. A deployment may replace our files with its own. */
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { type Assets, type Messages, openAssets, readCatalogues } from "@countersign/pages";
import { lookupLanguage, whenNeeded } from "@countersign/rules";
import type { Eta } from "eta";
import { type Looks, looksOf, type MailLogo } from "./looks.ts";
import { htmlWith, type Markup, shownWith } from "./markup.ts";
import { breakable, inWholeWords } from "./names.ts";
import { type Pages, TEMPLATES } from "./pages.ts";
import { SAMPLES } from "./samples/all.ts";
import { compileAll, openTemplates, templatesIn } from "./template-files.ts";
import { type Deployment, inWordsWith, regionOf, templateHelpers } from "./template-helpers.ts";
import { type OutdatedTemplate, outdatedTemplates } from "./template-versions.ts";
import { clocksIn } from "./times.ts";

/** The language for a person who wants none of the available languages. */
const ENGLISH = "en";
const FOLDER = dirname(fileURLToPath(import.meta.url));
/** Our message catalogues: a folder for each area. */
export const MESSAGES_FOLDER = join(FOLDER, "messages");
export const TEMPLATES_FOLDER = join(FOLDER, "templates");

/** The pages in one language. */
type FoundPages = Pages & {
  readonly range: string;
  readonly product: string;
  readonly mailLogo: MailLogo | undefined;
};

export interface Views {
  /**
   * The pages in the first of these languages that is available, English if none is (RFC 4647 §3.4), and the language
   * range that matched. The range may be more specific than the pages. `product` is the name of this service, and
   * `mailLogo` the picture that its mails carry.
   */
  in(wanted: readonly string[]): FoundPages;
  /** The same pages in other looks, to be looked at. */
  dressed(looks: Looks): Pick<Views, "in">;
  /** The tags of the available languages (BCP 47). */
  readonly locales: readonly string[];
  /** The stylesheets, fonts, pictures and our scripts. */
  readonly assets: Assets;
  /** The deployment's templates that were written for an older version of ours. */
  readonly outdated: readonly OutdatedTemplate[];
  /** Those of the deployment's templates that no page has used yet. */
  readonly unused: () => readonly string[];
}

export interface ViewOptions {
  /** The folder of a deployment's own files. */
  readonly overrides: string | undefined;
  /** The path of the issuer, with which our pages' URLs begin. */
  readonly basePath: string;
  /** The looks of now; by default those of the product. */
  readonly looks?: () => Looks;
  /** For looking at files that are being written: they are not rendered, and there is a language for tests. */
  readonly isDraft?: boolean;
}

/**
 * With files of a deployment, compiles every template and reads every catalogue now, so that an invalid one prevents
 * the start and not a sign-in. Then the templates are also rendered once in every language, because a template may
 * compile and still read a value that does not exist. Tests do so with ours, which are read when they are first shown.
 */
export function openViews({
  overrides,
  basePath,
  looks: looksNow = plainLooks(),
  isDraft = false,
}: ViewOptions): Views {
  const catalogues = readCatalogues({ folder: MESSAGES_FOLDER, overrides, hasPseudo: isDraft });
  const used = new Set<string>();
  const eta = openTemplates(FOLDER, overrides, (file) => used.add(file));
  if (overrides !== undefined) compileAll(eta, Object.values(TEMPLATES));
  const assets = assetsIn(overrides);
  const locales = [...catalogues.values()].map(({ tag }) => tag).sort();
  const found = catalogues.get(ENGLISH);
  if (found === undefined) throw new Error("there is no message catalogue in English");
  const english = { range: ENGLISH, found };

  const pagesWith = (looks: () => Looks) => {
    const shared = { eta, basePath, locales, looks, asset: assets.address, cover: () => coverIn(assets) };
    return new Map([...catalogues].map(([tag, messages]) => [tag, whenNeeded(() => pagesIn(messages, shared))]));
  };
  const inPages =
    (pages: ReturnType<typeof pagesWith>, looks: () => Looks): Views["in"] =>
    (wanted) => {
      const { range, found } = lookupLanguage(wanted, catalogues) ?? english;
      const shown = pages.get(found.tag.toLowerCase())?.() as Pages;
      return { ...shown, range, product: looks().name ?? found.text("product"), mailLogo: looks().mailLogo };
    };
  const pages = pagesWith(looksNow);
  if (overrides !== undefined && !isDraft) renderSamples(pages);
  return {
    in: inPages(pages, looksNow),
    dressed: (looks) => ({
      in: inPages(
        pagesWith(() => looks),
        () => looks,
      ),
    }),
    locales,
    assets,
    outdated: overrides === undefined ? [] : outdatedTemplates(TEMPLATES_FOLDER, overrides),
    unused: () =>
      overrides === undefined ? [] : templatesIn(overrides).filter((name) => !used.has(resolve(overrides, name))),
  };
}

/** The looks of the product. */
function plainLooks(): () => Looks {
  const looks = looksOf({}, { looks: "", looksLogo: "" });
  return () => looks;
}

function assetsIn(overrides: string | undefined): Assets {
  const own = overrides === undefined ? [] : [join(overrides, "assets")];
  return openAssets([...own, join(FOLDER, "assets")]);
}

/** The picture of the split layout: that of a deployment, otherwise ours. */
const COVERS = ["cover.webp", "cover.jpg", "cover.png", "cover.svg"] as const;

const coverIn = (assets: Assets) => COVERS.find((name) => assets.find(name) !== undefined) ?? "cover.svg";

/** What the pages of all languages have in common. */
interface Shared extends Deployment {
  readonly eta: Eta;
  readonly looks: () => Looks;
}

/** Parts of a mail that are text, and not HTML. */
const PLAIN: ReadonlySet<string> = new Set(["mailSubject", "mailText"] satisfies (keyof Pages)[]);

function pagesIn(messages: Messages, { eta, looks, ...shared }: Shared): Pages {
  const words = templateHelpers(messages, shared);
  const clocks = clocksIn({ locale: regionOf(messages), justNow: messages.text("time.just_now") });
  const plain: Messages["text"] = (key, values) => (key === "product" && looks().name) || messages.text(key, values);
  const escaped = (text: string) => String(eta.config.escapeFunction(text));
  const shown = shownWith(escaped);
  const inHtml = {
    t: inWholeWords(messages, plain, escaped),
    html: htmlWith(escaped),
    breakable: (text: string | Markup) => (typeof text === "string" ? breakable(text, escaped) : shown(text)),
  };
  const page = (name: string, template: string) => (model: object) => {
    const clock = clocks(model);
    return eta.render(template, {
      ...{ ...model, ...words, ...clock, inWords: inWordsWith(messages, clock), looks: looks() },
      ...(PLAIN.has(name) ? { t: plain } : inHtml),
    });
  };
  const pages = Object.entries(TEMPLATES).map(([name, template]) => [name, page(name, template)]);
  return Object.fromEntries(pages) as unknown as Pages;
}

/**
 * Renders each page with all sample models, in every language. If a template fails, throws an error with one line that
 * names it.
 */
function renderSamples(languages: ReadonlyMap<string, () => Pages>): void {
  for (const [language, pagesOf] of languages) {
    const pages = pagesOf();
    for (const { page, render } of SAMPLES)
      try {
        render(pages);
      } catch (cause) {
        const problem = `the template of the page "${TEMPLATES[page]}" cannot be shown in ${language}`;
        throw new Error(`${problem}: ${cause instanceof Error ? cause.message : cause}`, { cause });
      }
  }
}
