/** What the settings say about the looks of our pages: a stylesheet, a logo, and a preview before they are saved. */
import type { Caller, Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import { PAGE_HEADERS } from "../../platform/http/headers.ts";
import { languagesOf } from "../../platform/http/languages.ts";
import { type Looks, logoVersion, looksOf, type StoredLogo } from "../views/looks.ts";
import { SAMPLES } from "../views/samples/all.ts";

type Deps = Pick<Dependencies, "looks" | "looksDrafts" | "settings" | "views">;

/** Where they are. */
export const looksPages = (deps: Deps, caller: Caller) => ({
  [paths.looks]: { caller, methods: { GET: stylesheet(deps) } },
  [paths.looksAccent]: { caller, methods: { GET: accent(deps) } },
  [paths.looksLogo]: { caller, methods: { GET: logo(deps) } },
  [paths.looksPreview]: { caller, methods: { GET: preview(deps) } },
});

const KEPT = { "cache-control": "public, max-age=300" };
const NOT_KEPT = { "cache-control": "no-store" };

const parameter = (query: string, name: string) => new URLSearchParams(query).get(name);

/** During a change, a replica may be asked for a version that it does not have yet: that answer is not kept. */
const caching = (query: string, version: string) => (parameter(query, "v") === version ? KEPT : NOT_KEPT);

function stylesheet(deps: Deps): Handler {
  return async (call) => {
    const { css, version } = (await draftIn(call.query, deps)) ?? deps.looks();
    call.send(css, { "content-type": "text/css; charset=utf-8", ...caching(call.query, version) });
  };
}

/** The colours of a client. They are in the address, so any address of this kind may be kept for a while. */
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

/** Forms and scripts of the preview do nothing: it is a picture of a page, and no page. */
const SANDBOX = `${PAGE_HEADERS["content-security-policy"]}; sandbox allow-same-origin`;

function preview(deps: Deps): Handler {
  return async (call) => {
    const looks = await draftIn(call.query, deps);
    if (looks === undefined) return call.end(404, NOT_KEPT);
    const stylesheet = looks.stylesheet && `${paths.looks}?${new URLSearchParams(call.query)}`;
    const pages = deps.views.dressed({ ...looks, stylesheet }).in(languagesOf(call.req));
    const shown = SAMPLES.find(({ page }) => page === "login");
    call.page(shown?.render(pages) ?? "", { "content-security-policy": SANDBOX });
  };
}

/** The looks that an administrator tries, with the logo of now. */
async function draftIn(query: string, { looksDrafts, settings }: Deps): Promise<Looks | undefined> {
  const secret = parameter(query, "draft");
  if (secret === null) return undefined;
  const values = await looksDrafts.find(secret);
  return values && looksOf({ ...values, logo: settings.current().values.logo }, paths);
}
