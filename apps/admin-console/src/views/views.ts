/** The pages, in the languages that there are catalogues for. */
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  type Assets,
  icon,
  initials,
  languageName,
  type Messages,
  mark,
  openAssets,
  readCatalogues,
} from "@countersign/pages";
import { lookupLanguage } from "@countersign/rules";
import { Eta } from "eta";
import { drawn } from "./chart.ts";
import { clockIn } from "./clock.ts";
import { contrastOf, cutContrast } from "./contrast.ts";
import { documentAbout } from "./documents.ts";
import { columnsShown, furtherColumns, isOfPanels, isRoomy, isWithoutStops } from "./lists/columns.ts";
import { toolbarOf } from "./lists/toolbar.ts";
import { shownOf, type Total, totalIn } from "./lists/totals.ts";
import type { Button, LeftOut, Menu, Option, Page, Row, Text } from "./model.ts";
import { parts, pieces, shade } from "./names.ts";
import { linksAbove } from "./offers.ts";

const ENGLISH = "en";
const FOLDER = dirname(fileURLToPath(import.meta.url));

/** What a page has around it. */
export interface Frame {
  /** The path of the page, to which its forms go. */
  readonly path: string;
  /** The path and query of the page, to which a change of the language returns. */
  readonly here: string;
  /** Where the forms of the page go: the page with the part of it that is shown. */
  readonly action?: string;
  /** The person who is signed in. */
  readonly person?: string | undefined;
  /** The role of the service itself by which they are here. */
  readonly role?: string | undefined;
  /** The person's time zone. */
  readonly zone?: string | undefined;
  /** The places that the person may see, in groups; none outside of a session. */
  readonly nav: readonly NavGroup[];
  /** Whether the person may look for anything. */
  readonly mayFind?: boolean;
  /** The address of the person's own account. */
  readonly account?: string;
  /** The host of the authorization server, which tells deployments apart. */
  readonly host?: string;
  /** Whether it is on this machine. */
  readonly isDevelopment?: boolean;
  /** Where the documents are; none if the deployment names none. */
  readonly documents?: string | undefined;
  /** What an act before this page did: a key below `done`. */
  readonly done?: string | undefined;
  /** The form that takes that back. */
  readonly undo?: Undo | undefined;
  /** `left` is what no field of the page stands for. */
  readonly problem?:
    | { readonly key: string; readonly lines: readonly string[]; readonly left: readonly LeftOut[] }
    | undefined;
  /** Whether an act asks again who the person is. */
  readonly asksAgain?: (act: string) => boolean;
  /** The token of a form that goes to a path. */
  readonly csrf: (path: string) => string;
  /** A value that makes the act of a form happen once. */
  readonly once: string;
}

interface Undo {
  readonly path: string;
  readonly act: string;
  readonly fields: readonly { readonly name: string; readonly value: string }[];
}

export interface NavGroup {
  readonly title?: string;
  readonly places: readonly {
    readonly href: string;
    readonly label: string;
    readonly picture: string;
    readonly isHere: boolean;
  }[];
}

export interface Views {
  /** A page in the first of these languages that is available, English if none is (RFC 4647 §3.4). */
  render(page: Page, frame: Frame, wanted: readonly string[]): string;
  /** The tags of the available languages (BCP 47). */
  readonly languages: readonly string[];
  readonly assets: Assets;
}

/**
 * Compiles every template and reads every catalogue now, so that an invalid one prevents the start.
 *
 * @param hasPseudo whether there are the languages for tests, too
 */
export function openViews({ hasPseudo = false } = {}): Views {
  const catalogues = readCatalogues({ folder: join(FOLDER, "messages"), overrides: undefined, hasPseudo });
  const english = lookupLanguage([ENGLISH], catalogues);
  if (english === undefined) throw new Error("there is no message catalogue in English");
  const eta = new Eta({ views: join(FOLDER, "templates"), cache: true, autoEscape: true, autoTrim: false });
  // No person chooses a language for tests (a private use subtag, RFC 5646 §2.2.7).
  const languages = [...catalogues.values()].flatMap(({ tag }) => (tag.includes("-x-") ? [] : [tag])).sort();
  const assets = openAssets([join(FOLDER, "assets")]);
  const asset = (name: string) => `/assets/${assets.address(name)}`;
  const helpers = new Map([...catalogues.values()].map((messages) => [messages.tag, helpersIn(messages)]));

  return {
    render(page, frame, wanted) {
      const { found } = lookupLanguage(wanted, catalogues) ?? english;
      const words = helpers.get(found.tag) ?? helpersIn(found);
      const heading = headingOf(page, words);
      return eta.render("./page", {
        ...words,
        ...(frame.zone !== undefined && clockIn(regionOf(found), frame.zone)),
        ...frame,
        learn: (title: string) => documentAbout(frame.documents, title),
        asset,
        action: frame.action ?? frame.path,
        page,
        heading,
        languages,
        language: found.tag,
      });
    },
    languages,
    assets,
  };
}

function headingOf({ title }: Page, { say, t, has }: Pick<ReturnType<typeof helpersIn>, "say" | "t" | "has">): string {
  if ("text" in title) return title.text;
  if ("key" in title) return say(title);
  return has(title.word) ? t(title.word) : title.or;
}

const filledIn = (values: Text["values"] & object, numbers: Intl.NumberFormat) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, typeof value === "number" ? numbers.format(value) : value]),
  );

/** "27 Nov 2026, 00:07" has one meaning for all readers of English. */
function regionOf(messages: Messages): string {
  const locale = messages.text("locale");
  return locale === "en" ? "en-GB" : locale;
}

/** What every template may use in addition to its own model. */
function helpersIn(messages: Messages) {
  const locale = messages.text("locale");
  const numbers = new Intl.NumberFormat(locale);
  const milliseconds = new Intl.NumberFormat(locale, { style: "unit", unit: "millisecond" });
  const ratios = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
  return {
    t: messages.text,
    has: messages.has,
    say: ({ key, values = {} }: Text) => messages.text(key, filledIn(values, numbers)),
    ...clockIn(regionOf(messages), undefined),
    drawn,
    icon,
    mark,
    number: (count: number) => numbers.format(count),
    milliseconds: (count: number) => milliseconds.format(count),
    ...{ initials, parts, pieces, shade, toolbarOf },
    totalIn: (total: Total) => totalIn(total, messages, numbers),
    shownOf: (shown: number, page: Page) => shownOf(shown, page, messages, numbers),
    ...{ refusedIn, actsOf, columnsShown, furtherColumns, isOfPanels, isRoomy, isWithoutStops, linksAbove, contrastOf },
    ratio: (contrast: number) => ratios.format(cutContrast(contrast)),
    languageName,
    areShort,
  };
}

const SHORT_TEXT = 16;

/** Whether several of the choices fit into a line: they are names, and no texts. */
const areShort = (options: readonly Option[]): boolean =>
  options.every(({ label, text = "" }) => label === undefined && text.length <= SHORT_TEXT);

/** The acts of a row. What ends something is behind its menu. */
function actsOf({ buttons = [], menu }: Row): { readonly direct: readonly Button[]; readonly menu: Menu | undefined } {
  const [direct, ending] = [buttons.filter(({ isDanger }) => !isDanger), buttons.filter(({ isDanger }) => isDanger)];
  const about = menu?.about ?? ending[0]?.about ?? "";
  const all = { about, links: menu?.links ?? [], buttons: [...(menu?.buttons ?? []), ...ending] };
  return { direct, menu: menu === undefined && ending.length === 0 ? undefined : all };
}

/** The fields of a page that have a refused value, with the address of each. */
const refusedIn = ({ sections }: Page) =>
  sections.flatMap(({ form }) =>
    (form?.fields ?? []).flatMap(({ name, label, wrong = [] }) =>
      wrong.map((one) => ({ href: `#${form?.act}-${name}`, label, wrong: one })),
    ),
  );
