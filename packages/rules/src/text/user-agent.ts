/**
 * The name of a browser, for a person who looks for their own. The header is what the browser claims (RFC 9110
 * §10.1.5). Only names of these lists are returned, so the text of the header is never shown.
 */

/** A browser and its operating system, by the names that people know. */
export interface NamedBrowser {
  readonly browser: string | undefined;
  readonly system: string | undefined;
}

/** Longer headers are read up to here. */
const LONGEST = 512;

// Browsers name those that they are compatible with, so the specific names come first.
const BROWSERS: readonly (readonly [string, string])[] = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chromium/", "Chromium"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
  ["curl/", "curl"],
];

const SYSTEMS: readonly (readonly [string, string])[] = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "ChromeOS"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["Macintosh", "macOS"],
  ["Linux", "Linux"],
];

/** The browser and the operating system that a User-Agent header names; `undefined` for those that it does not name. */
export function nameBrowser(userAgent: string | undefined): NamedBrowser {
  const text = (userAgent ?? "").slice(0, LONGEST);
  const named = (names: typeof BROWSERS) => names.find(([token]) => text.includes(token))?.[1];
  return { browser: named(BROWSERS), system: named(SYSTEMS) };
}
