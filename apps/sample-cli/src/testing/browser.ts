/** A browser without scripts. It fills in the pages of oidc-provider, and says yes unless it is told otherwise. */

type Answer = Record<string, string> | undefined;

/** @param answer what to type or press on a page, in addition to its hidden fields; undefined: stay there */
export async function walk(url: string, answer: (page: string) => Answer = signInAsAlice): Promise<string> {
  const cookies = new Map<string, string>();
  const visit = async (address: string, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(address, { ...init, redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };

  let response = await visit(url);
  for (let step = 0; step < 20; step++) {
    const next = response.headers.get("location");
    const page = await response.text();
    const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    const answers = answer(page);
    if (next !== null) response = await visit(new URL(next, url).href);
    else if (action === undefined || answers === undefined) return page;
    else {
      const hidden = [...page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
      const body = new URLSearchParams(hidden.map(([, name = "", value = ""]): [string, string] => [name, value]));
      for (const [name, value] of Object.entries(answers)) body.set(name, value);
      response = await visit(new URL(action, url).href, { method: "POST", body });
    }
  }
  throw new Error("the pages have no end");
}

const signInAsAlice = (page: string): Record<string, string> =>
  page.includes('value="login"') ? { login: "alice", password: "any" } : { confirm: "yes" };
