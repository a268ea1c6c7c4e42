/** A browser without a screen: it keeps cookies, shows where it is sent, and fills in forms. */
import { Agent, type IncomingMessage, request } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";
import { text } from "node:stream/consumers";
import { issuer } from "./world.ts";

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
  /** Where it is sent; addresses of ours are below the issuer. */
  readonly location: URL | undefined;
}

export type Fields = Readonly<Record<string, string | readonly string[] | undefined>>;

export interface Browser {
  /** Cookies by name, and by which attributes they were set. */
  readonly cookies: Map<string, string>;
  readonly attributes: Map<string, string>;
  get(address: string | URL, headers?: Record<string, string>): Promise<Answer>;
  post(address: string | URL, fields: Fields, headers?: Record<string, string>): Promise<Answer>;
  /** Goes where an answer sends it, until it is shown a page or sent to another site. */
  follow(answer: Answer): Promise<Answer>;
  /** Sends the form of a page, with some of its fields filled in or changed, as a browser does. */
  submit(page: Answer, action: string, fields: Fields): Promise<Answer>;
}

let browsers = 0;

const newAddress = () => {
  browsers += 1;
  return `10.0.${browsers >> 8}.${browsers & 255}`;
};

/**
 * A new browser, by default at an address of its own.
 *
 * @param site the issuer that listens at `origin`
 */
export function openBrowser(origin: string, address = newAddress(), site = issuer): Browser {
  const cookies = new Map<string, string>();
  const attributes = new Map<string, string>();

  const send = async (target: string | URL, init: Sent) => {
    const path = String(target).startsWith(site) ? String(target).slice(site.length) : String(target);
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const headers = { "x-forwarded-for": address, ...(cookie === "" ? {} : { cookie }), ...init.headers };
    const response = await exchange(new URL(`${origin}${path}`), { ...init, headers });
    keep(response.headers["set-cookie"] ?? [], { cookies, attributes });
    return answerOf(response, site);
  };

  const get: Browser["get"] = (target, headers = {}) => send(target, { method: "GET", headers });
  const post: Browser["post"] = (target, fields, headers = {}) =>
    send(target, { method: "POST", form: String(new URLSearchParams(pairsOf(fields))), headers });
  return {
    cookies,
    attributes,
    get,
    post,
    async follow(answer) {
      let at = answer;
      for (let steps = 0; at.location?.origin === site; steps++) {
        if (steps === 10) throw new Error(`sent in circles: ${at.location}`);
        at = await get(at.location);
      }
      return at;
    },
    submit: (page, action, fields) =>
      post(
        action,
        { ...hiddenFields(page.body, action), ...fields },
        { origin: site, "sec-fetch-site": "same-origin" },
      ),
  };
}

interface Sent {
  readonly method: "GET" | "POST";
  readonly form?: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** What `fetch` sends by itself, without `accept-encoding`: answers come uncompressed. */
const OF_FETCH = { accept: "*/*", "accept-language": "*", "sec-fetch-mode": "cors", "user-agent": "node" };
const FORM = { "content-type": "application/x-www-form-urlencoded;charset=UTF-8" };
const agents = { http: new Agent({ keepAlive: true }), https: new SecureAgent({ keepAlive: true }) };

/** Sends a request as `fetch` would, which takes more processor time than many of the pages. */
function exchange(url: URL, { method, form, headers }: Sent): Promise<IncomingMessage> {
  const isSecure = url.protocol === "https:";
  const options = {
    method,
    agent: isSecure ? agents.https : agents.http,
    headers: { ...OF_FETCH, ...(form === undefined ? {} : FORM), ...headers },
  };
  return new Promise((resolve, reject) => {
    const sent = (isSecure ? secureRequest : request)(url, options, resolve);
    sent.once("error", reject).end(form);
  });
}

async function answerOf(response: IncomingMessage, site: string): Promise<Answer> {
  const { statusCode: status = 0, headersDistinct, headers } = response;
  const all = Object.entries(headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const body = await text(response);
  const to = headers.location;
  return { status, headers: new Headers(all), body, location: to === undefined ? undefined : new URL(to, site) };
}

/** Names and values in their order; a name may have several values, or none at all. */
export const pairsOf = (fields: Fields): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [value].flat().map((one): [string, string] => [name, one]),
  );

/** Keeps the cookies of `Set-Cookie` headers. */
export function keep(set: readonly string[], { cookies, attributes }: Pick<Browser, "cookies" | "attributes">): void {
  for (const line of set) {
    const [, name = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
    if (/max-age=0/i.test(rest)) cookies.delete(name);
    else cookies.set(name, value);
    attributes.set(name, rest);
  }
}

/** The hidden fields of the form of a page that is sent to `action`: one of its content, or that of the language. */
export function hiddenFields(body: string, action: string): Record<string, string> {
  const [around = "", content = ""] = body.split("<main");
  const forms = [content, around].flatMap((part) => part.split("<form").slice(1));
  const html = forms.find((part) => part.includes(`action="${action}"`));
  if (html === undefined) throw new Error(`the page has no form for ${action}: ${body}`);

  const inputs = html.split("</form>")[0]?.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g) ?? [];
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [name, unescaped(value)]));
}

const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

const unescaped = (text: string) => text.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name) => ENTITIES[name] ?? whole);
