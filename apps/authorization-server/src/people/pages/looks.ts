/** What the settings say about the looks of our pages: a stylesheet, a logo, and a preview before they are saved. */
import { SCHEMES, type Scheme } from "@countersign/rules";
import type { Caller, Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { pathBelow, paths } from "../../paths.ts";
import { framedPagePolicy } from "../../platform/http/headers.ts";
import { languagesOf } from "../../platform/http/languages.ts";
import { type Looks, logoVersion, looksOf, type StoredLogo } from "../views/looks.ts";
import { LOOKS_PAGES } from "../views/samples/looks.ts";

type Deps = Pick<Dependencies, "issuer" | "looks" | "looksDrafts" | "settings" | "views">;

/** Where they are. */
export const looksPages = (deps: Deps, caller: Caller) => ({
  [paths.looks]: { caller, methods: { GET: stylesheet(deps) } },
  [paths.looksAccent]: { caller, methods: { GET: accent(deps) } },
  [paths.looksLogo]: { caller, methods: { GET: logo(deps) } },
  // Its policy says who may frame it, which this older header cannot.
  [paths.looksPreview]: {
    caller: { ...caller, headers: { ...caller.headers, "x-frame-options": undefined } },
    methods: { GET: preview(deps) },
  },
});

const KEPT = { "cache-control": "public, max-age=300" };
const NOT_KEPT = { "cache-control": "no-store" };

const parameter = (query: string, name: string) => new URLSearchParams(query).get(name);

/** During a change, a replica may be asked for a version that it does not have yet: that answer is not kept. */
const caching = (query: string, version: string) => (parameter(query, "v") === version ? KEPT : NOT_KEPT);

function stylesheet(deps: Deps): Handler {
  return async (call) => {
    const draft = await draftIn(call.query, deps);
    const { css, version } = draft?.looks ?? deps.looks();
    const scheme = schemeIn(call.query);
    const shown =
      draft === undefined || scheme === undefined ? css : inScheme(ownStyles(deps) + css, scheme) + AS_WITH_SCRIPTS;
    call.send(shown, { "content-type": "text/css; charset=utf-8", ...caching(call.query, version) });
  };
}

const schemeIn = (query: string): Scheme | undefined => SCHEMES.find((one) => one === parameter(query, "scheme"));

const ownStyles = ({ views }: Pick<Deps, "views">) => views.assets.find("style.css")?.body.toString() ?? "";

/** Rules for one scheme, regardless of the browser's preference: a preview shows both beside each other. */
const inScheme = (css: string, scheme: Scheme): string => `${inMedia(css, scheme)}:root{color-scheme:${scheme}}`;

/** No script runs in a preview. What scripts show to people is shown, and what is said to those without is not. */
const AS_WITH_SCRIPTS = [
  "noscript{display:none}",
  "#use-passkey[hidden]{display:block!important}",
  "[data-shows][hidden]{display:inline-flex!important}",
].join("");

const inMedia = (css: string, scheme: Scheme): string =>
  css.replaceAll(/\(prefers-color-scheme: ?dark\)/g, scheme === "dark" ? ALWAYS : NEVER);

const ALWAYS = "(min-width:0)";
const NEVER = "(max-width:0)";

/** The colors of a client. They are in the address, so any address of this kind may be kept for a while. */
function accent({ looks }: Deps): Handler {
  return (call) => {
    const accents = { light: parameter(call.query, "light"), dark: parameter(call.query, "dark") };
    call.send(looks().cssWith(accents), { "content-type": "text/css; charset=utf-8", ...KEPT });
  };
}

function logo({ settings }: Deps): Handler {
  return async (call) => {
    const stored = settings.current().values.logo as StoredLogo | undefined;
    if (stored === undefined) return call.end(404, NOT_KEPT);
    const headers = { "content-type": stored.media_type, ...caching(call.query, logoVersion(stored)) };
    call.send(Buffer.from(stored.image, "base64"), headers);
  };
}

/** Forms and scripts of the preview do nothing: it is a picture of a page, and no page. Pages of its maker frame it. */
const policyOf = (framedBy: readonly string[]) => `${framedPagePolicy(framedBy)}; sandbox allow-same-origin`;

/** Mails carry their styles in themselves, as mail programs want them: nothing else of the policy is wider. */
const mailPolicyOf = (framedBy: readonly string[]) =>
  policyOf(framedBy).replace("style-src 'self'", "style-src 'unsafe-inline'");

function preview(deps: Deps): Handler {
  return async (call) => {
    const name = parameter(call.query, "page") ?? "sign-in";
    const render = LOOKS_PAGES.get(name);
    const draft = await draftIn(call.query, deps);
    if (render === undefined || draft === undefined) return call.end(404, NOT_KEPT);
    const scheme = schemeIn(call.query);
    const isDressed = draft.looks.stylesheet !== undefined || scheme !== undefined;
    const stylesheet = isDressed ? `${paths.looks}?${new URLSearchParams(call.query)}` : undefined;
    const pages = deps.views.dressed({ ...draft.looks, stylesheet }).in(languagesOf(call.req));
    const shown = render(pages, { host: new URL(deps.issuer).host, logo: mailLogo(draft.looks, deps) });
    const isMail = name === "mail";
    const policy = (isMail ? mailPolicyOf : policyOf)(draft.framedBy);
    call.page(isMail && scheme !== undefined ? mailIn(shown, scheme) : shown, { "content-security-policy": policy });
  };
}

const mailLogo = ({ mailLogo: carried, logo: shown }: Looks, { issuer }: Deps) =>
  carried && shown && pathBelow(issuer, shown.path);

const mailIn = (html: string, scheme: Scheme) =>
  inMedia(html, scheme).replaceAll('content="light dark"', () => `content="${scheme}"`);

/** The looks that an administrator tries, with the logo of now, and who may frame them. */
async function draftIn(query: string, { looksDrafts, settings }: Deps) {
  const secret = parameter(query, "draft");
  if (secret === null) return undefined;
  const draft = await looksDrafts.find(secret);
  if (draft === undefined) return undefined;
  const looks: Looks = looksOf({ ...draft.values, logo: settings.current().values.logo }, paths);
  return { looks, framedBy: draft.framedBy };
}
