/** The looks that a deployment chose in its settings, as pages need them. A file of a deployment is another thing. */
import { createHash } from "node:crypto";
import {
  type Color,
  illegible,
  isColor,
  type LooksSettings,
  lookupLanguage,
  PALETTE,
  readLooks,
  SCHEMES,
  type Scheme,
  strongAccent,
} from "@countersign/rules";

export interface Looks {
  /** The name of the service; undefined for that of the catalogues. */
  readonly name: string | undefined;
  /** The rules of the stylesheet; empty if no color and no corner was chosen. */
  readonly css: string;
  /** The path of the stylesheet, below the issuer. */
  readonly stylesheet: string | undefined;
  /** The path of the logo, below the issuer, and its size. */
  readonly logo: ShownLogo | undefined;
  /** The logo for mails; undefined if mail programs do not show its format, or if it is too large for every mail. */
  readonly mailLogo: MailLogo | undefined;
  /** Whether the panel stands beside a picture, on wide screens. */
  readonly isSplit: boolean;
  /** Whether the font is that of the device, so that none is loaded. */
  readonly hasSystemFont: boolean;
  /** Links below every page: the text `looks.<name>`. */
  readonly links: readonly { readonly name: string; readonly url: string }[];
  /** The accent of mails, which know no dark mode. */
  readonly accent: string | undefined;
  /** Changes whenever the stylesheet does. */
  readonly version: string;
  /**
   * The rules of a stylesheet with the colors of a client, for the pages of its requests: the accent, and nothing
   * else. One that cannot be read on the pages of this deployment is left out.
   */
  cssWith(accents: Accents): string;
  /** The text of a setting in a language; undefined if there is none. */
  text(name: "sign_in_text" | "footer_text", language: string): string | undefined;
}

/** The colors of a client, by scheme, as they were sent. */
export type Accents = Readonly<Partial<Record<Scheme, string | null>>>;

interface ShownLogo {
  readonly path: string;
  readonly width: number;
  readonly height: number;
}

export interface MailLogo {
  readonly mediaType: string;
  /** Base64. */
  readonly image: string;
}

/** Mail programs do not all show WebP. */
const MAIL_FORMATS: ReadonlySet<string> = new Set(["image/png", "image/jpeg"]);
/** In base64: 48 KB of a picture. */
const LARGEST_MAIL_LOGO = 65_536;

/** The logo as it is stored: base64 of a picture that was rewritten. */
export interface StoredLogo {
  readonly media_type: string;
  readonly width: number;
  readonly height: number;
  readonly image: string;
}

export interface LooksPaths {
  readonly looks: string;
  readonly looksLogo: string;
}

const LANGUAGES_BEFORE_NONE = ["en"];

/** Reads settings that were checked when they were stored. Settings of a newer version that we do not know are left. */
export function looksOf(values: Readonly<Record<string, unknown>>, paths: LooksPaths): Looks {
  const { logo, ...rest } = values;
  const read = readLooks(rest);
  const looks: LooksSettings = "looks" in read ? read.looks : {};
  const css = cssOf(looks);
  const version = digestOf(css);
  const links = (["privacy", "terms", "support"] as const).flatMap((name) => {
    const url = looks[`${name}_url`];
    return url === undefined ? [] : [{ name, url }];
  });
  return {
    name: looks.service_name,
    css,
    version,
    stylesheet: css === "" ? undefined : `${paths.looks}?v=${version}`,
    logo: shownLogo(logo as StoredLogo | undefined, paths),
    mailLogo: mailLogoOf(logo as StoredLogo | undefined),
    isSplit: looks.layout === "split",
    hasSystemFont: looks.font === "system",
    links,
    accent: looks.accent_light,
    cssWith: (accents) => cssOf(legible(accents, looks)),
    text(name, language) {
      const all = new Map(Object.entries(looks[name] ?? {}).map(([tag, text]) => [tag.toLowerCase(), text]));
      return lookupLanguage([language, ...LANGUAGES_BEFORE_NONE], all)?.found;
    },
  };
}

function legible(accents: Accents, looks: LooksSettings): LooksSettings {
  const entries = SCHEMES.flatMap((scheme) => {
    const accent = accents[scheme];
    const isGood = isColor(accent) && illegible(scheme, { accent, page: looks[`page_${scheme}`] }).length === 0;
    return isGood ? [[`accent_${scheme}`, accent]] : [];
  });
  return Object.fromEntries(entries);
}

function shownLogo(logo: StoredLogo | undefined, paths: LooksPaths): ShownLogo | undefined {
  if (logo === undefined) return undefined;
  const { width, height, image } = logo;
  return { path: `${paths.looksLogo}?v=${digestOf(image)}`, width, height };
}

function mailLogoOf(logo: StoredLogo | undefined): MailLogo | undefined {
  if (logo === undefined || !MAIL_FORMATS.has(logo.media_type) || logo.image.length > LARGEST_MAIL_LOGO)
    return undefined;
  return { mediaType: logo.media_type, image: logo.image };
}

/** The version of a logo in its address. */
export const logoVersion = ({ image }: StoredLogo): string => digestOf(image);

const digestOf = (text: string) => createHash("sha256").update(text).digest("base64url").slice(0, 16);

/**
 * Custom properties of the stylesheet. Every value has the type of a checked color, or is a number, so nothing that
 * a person wrote gets here as it was written.
 */
function cssOf(looks: LooksSettings): string {
  const [light, dark] = SCHEMES.map((scheme) => {
    const [accent, page] = [looks[`accent_${scheme}`], looks[`page_${scheme}`]];
    return [
      ...(accent === undefined ? [] : accentOf(scheme, accent)),
      ...(page === undefined ? [] : [`--page:${page}`]),
    ];
  }) as [string[], string[]];
  const inBoth = [
    ...(looks.corner === undefined ? [] : [`--corner:${looks.corner}px`]),
    ...(looks.font === "system" ? [`--font:${SYSTEM_FONT}`] : []),
  ];
  const rule = (properties: readonly string[]) => `:root{${properties.join(";")}}`;
  const within = (media: string, properties: readonly string[]) =>
    properties.length === 0 ? "" : `@media ${media}{${rule(properties)}}`;
  return [inBoth.length === 0 ? "" : rule(inBoth), within(`not all and ${DARK}`, light), within(DARK, dark)].join("");
}

/** Buttons and links have a chosen accent alike, so that the label of a button is dark in dark mode. */
const accentOf = (scheme: Scheme, accent: Color) => [
  `--accent:${accent}`,
  `--accent-strong:${strongAccent(scheme, accent)}`,
  `--accent-text:${accent}`,
  `--on-accent:${PALETTE[scheme].onAccent}`,
];

/** The fonts of the stylesheet that are not ours; a test compares the two. */
export const SYSTEM_FONT =
  'system-ui,-apple-system,"Segoe UI",Roboto,"PingFang SC","Microsoft YaHei","Noto Sans SC","Noto Sans",' +
  '"Liberation Sans",sans-serif';

const DARK = "(prefers-color-scheme:dark)";
