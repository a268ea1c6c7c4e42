/** A browser at the pages of the issuer: it goes where it is sent, and fills in forms. */
import type { JourneyKind } from "../history/entry.ts";
import { answered } from "./answered.ts";
import { openCookies } from "./cookies.ts";
import type { Answer } from "./http.ts";
import { told, type World } from "./world.ts";

const MOST_HOPS = 12;

export interface Page {
  readonly path: string;
  readonly body: string;
}

/** Each rejects with what was answered, if that is no page with status 200. */
export interface Pages {
  open(address: string): Promise<Page>;
  /** Sends the form of a page that goes to this path: its hidden fields, and these. */
  submit(page: Page, path: string, fields: Readonly<Record<string, string>>): Promise<Page>;
}

interface Opening {
  /** What its requests are in the history. */
  readonly kind: JourneyKind;
  /** The address of this machine that they come from. */
  readonly from: string;
  /** Whether the person sends a page or form again that failed. */
  readonly isPatient: boolean;
}

/** A new browser. */
export function openPages(world: World, { kind, from, isPatient }: Opening): Pages {
  const send = openCookies(world, from);
  const once = (url: string, form?: URLSearchParams) => told(world, kind, () => send(url, form));
  const ask = isPatient ? (url: string, form?: URLSearchParams) => answered(() => once(url, form)) : once;

  async function follow(url: string, answer: Answer): Promise<Page> {
    let [at, shown] = [url, answer];
    for (let hop = 0; shown.headers.location !== undefined && hop < MOST_HOPS; hop++) {
      at = new URL(shown.headers.location, at).href;
      shown = await ask(at);
    }
    const path = new URL(at).pathname;
    if (shown.status !== 200) throw new Error(`${path} answered ${shown.failure ?? shown.status}: ${said(shown)}`);
    return { path, body: shown.body };
  }

  return {
    async open(address) {
      const url = new URL(address, world.issuer).href;
      return follow(url, await ask(url));
    },
    async submit(page, path, fields) {
      const url = new URL(path, world.issuer).href;
      return follow(url, await ask(url, new URLSearchParams({ ...hiddenIn(page, path), ...fields })));
    },
  };
}

/** The title of a page, and its problem. */
const said = ({ body }: Answer) =>
  [/<title>([^<]*)/, /id="problem"[\s\S]*?<span[^>]*>([^<]*)/].map((part) => part.exec(body)?.[1] ?? "").join(" ");

function hiddenIn({ path: at, body }: Page, path: string): Readonly<Record<string, string>> {
  const form = body.split("<form").find((part) => part.includes(` action="${path}"`));
  if (form === undefined) throw new Error(`${at} has no form for ${path}`);
  const inputs = form.split("</form>")[0]?.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g) ?? [];
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, value]));
}
