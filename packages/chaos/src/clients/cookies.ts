/** Sends requests as one browser does: with the cookies that the answers before have set. */
import type { Answer } from "./http.ts";
import type { World } from "./world.ts";

/** @param from the address of this machine that the requests come from */
export function openCookies({ http, issuer }: Pick<World, "http" | "issuer">, from?: string) {
  const cookies = new Map<string, string>();

  return async (url: string, form?: URLSearchParams): Promise<Answer> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const answer = await http.send(url, { headers: { cookie, origin: issuer }, from, ...(form && { form }) });
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return answer;
  };
}
