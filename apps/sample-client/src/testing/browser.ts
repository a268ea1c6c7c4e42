/** A browser for tests: fetch with cookies per host, and redirects followed only when asked to. */
import { parseSetCookie } from "cookie";

export interface Browser {
  /** One request; redirects are not followed. */
  visit(url: string, init?: RequestInit): Promise<Response>;
  /** The value this browser would send for a cookie. */
  cookie(host: string, name: string): string | undefined;
  setCookie(host: string, name: string, value: string): void;
}

export function openBrowser(): Browser {
  const jars = new Map<string, Map<string, string>>();
  const jarOf = (host: string) => {
    const jar = jars.get(host) ?? new Map<string, string>();
    jars.set(host, jar);
    return jar;
  };

  return {
    async visit(url, init = {}) {
      const jar = jarOf(new URL(url).host);
      const headers = new Headers(init.headers);
      if (jar.size > 0) headers.set("cookie", [...jar].map(([name, value]) => `${name}=${value}`).join("; "));

      const response = await fetch(url, { ...init, headers, redirect: "manual" });
      for (const line of response.headers.getSetCookie()) {
        const { name, value = "", maxAge, expires } = parseSetCookie(line);
        const gone = maxAge === 0 || (expires !== undefined && expires < new Date());
        if (gone) jar.delete(name);
        else jar.set(name, value);
      }
      return response;
    },
    cookie: (host, name) => jarOf(host).get(name),
    setCookie: (host, name, value) => void jarOf(host).set(name, value),
  };
}

/** Where a response sends the browser. */
export function locationOf(response: Response): string {
  const location = response.headers.get("location");
  if (location === null) throw new Error(`no redirect, but status ${response.status}`);
  return new URL(location, response.url).href;
}
