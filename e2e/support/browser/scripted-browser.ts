/**
 * A browser without a window, for tests that need a code but look at no page. It keeps cookies, follows redirects,
 * and submits forms unchanged.
 */
import { type Answer, send, sendForm } from "../http.ts";
import type { Account, World } from "../worlds/world.ts";

/** The fields of a form in their order. A group of checkboxes repeats its name. */
export type Fields = readonly (readonly [name: string, value: string])[];

export interface ScriptedBrowser {
  /** Requests an address, by POST if there is a form. Follows redirects as long as they stay at the issuer. */
  open(url: string, form?: Fields): Promise<Landing>;
  /** Submits the form of a page with these fields, and follows redirects in the same way. */
  submit(page: Landing, fields: Fields): Promise<Landing>;
  /** Sends one request with the cookies of this browser. Follows no redirect. */
  once(url: string, sent?: Once): Promise<Answer>;
}

interface Once {
  readonly form?: Fields;
  /** Sent by POST, as a script of a page does. */
  readonly json?: unknown;
  readonly headers?: Record<string, string>;
}

/** Where the browser stopped: a page, or an address of the client. */
export interface Landing extends Answer {
  readonly url: string;
}

const MOST_REDIRECTS = 10;

/**
 * A new browser that has opened nothing yet.
 *
 * @param sent headers of every request, such as the address that the request comes from
 */
export function scriptedBrowser(world: World, sent: Readonly<Record<string, string>> = {}): ScriptedBrowser {
  const jar = new Map<string, string>();

  const once: ScriptedBrowser["once"] = async (url, { form, json, headers = {} } = {}) => {
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const all = { ...(cookies === "" ? {} : { cookie: cookies }), ...sent, ...headers };
    const answer =
      form === undefined
        ? await send(world, url, json === undefined ? { headers: all } : jsonBody(json, all))
        : await sendForm(
            world,
            url,
            form.map(([name, value]): [string, string] => [name, value]),
            all,
          );
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    return answer;
  };

  async function follow(url: string, answer: Answer): Promise<Landing> {
    let [at, last] = [url, answer];
    for (let count = 0; last.status === 303 && count < MOST_REDIRECTS; count += 1) {
      const location = last.headers.location ?? "";
      if (!location.startsWith("/") && !location.startsWith(`${world.issuer}/`)) return { ...last, url: location };
      at = new URL(location, world.issuer).href;
      last = await once(at);
    }
    return { ...last, url: at };
  }

  return {
    once,
    open: async (url, form) => follow(url, await once(url, form === undefined ? {} : { form })),
    async submit(page, fields) {
      const action = / action="([^"]+)"/.exec(formOf(page))?.[1] ?? "";
      const url = new URL(action, world.issuer).href;
      return follow(url, await once(url, { form: [...hiddenFields(page), ...fields] }));
    },
  };
}

const jsonBody = (json: unknown, headers: Readonly<Record<string, string>>) => ({
  method: "POST",
  headers: { ...headers, "content-type": "application/json" },
  body: JSON.stringify(json),
});

/** The form that leads on: the one with the button that stands out, or the first one. */
function formOf({ body }: Pick<Landing, "body">): string {
  const forms = [...body.matchAll(/<form [^>]*method="post"[\s\S]*?<\/form>/g)].map(([form]) => form);
  return forms.find((form) => form.includes(' class="primary"')) ?? forms[0] ?? "";
}

/** The hidden fields of the form that leads on. */
export function hiddenFields(page: Pick<Landing, "body">): Fields {
  const fields = formOf(page).matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g);
  return [...fields].map(([, name = "", value = ""]) => [name, value] as const);
}

/** The fields that a person fills in on the sign-in page. */
export const signInFields = ({ username, password }: Account): Fields => [
  ["username", username],
  ["password", password],
  ["action", "sign-in"],
];

/** The fields that a person checks to allow everything. */
export function allowFields({ body }: Pick<Landing, "body">): Fields {
  const boxes = [...body.matchAll(/<input type="checkbox"[^>]* name="([^"]+)" value="([^"]+)"/g)];
  return [...boxes.map(([, name = "", value = ""]) => [name, value] as const), ["action", "allow"]];
}

/** Whether a page shows the sign-in form. */
export const isLoginPage = ({ body }: Pick<Landing, "body">) => body.includes('<main id="login"');
export const isConsentPage = ({ body }: Pick<Landing, "body">) => body.includes('<main id="consent"');

/** Signs in and allows everything if a page asks. Returns the address of the client with the answer. */
export async function authorize(browser: ScriptedBrowser, url: string, person: Account): Promise<URL> {
  let page = await browser.open(url);
  if (isLoginPage(page)) page = await browser.submit(page, signInFields(person));
  if (isConsentPage(page)) page = await browser.submit(page, allowFields(page));
  if (page.status !== 303) throw new Error(`no answer for the client, but a page with status ${page.status}`);
  return new URL(page.url);
}
