/** Goes through the pages of a peer as a browser does: follows redirects, fills in the forms that its file names. */
import type { Answer, Connection, Jar } from "../load/http.ts";
import type { PeerForm } from "./peer-file.ts";

const MOST_PAGES = 12;

export interface PeerPages {
  readonly origin: string;
  readonly redirectUri: string;
  readonly forms: readonly PeerForm[];
}

/** Returns the redirect URI of the client with the answer. */
export async function signInAtPeer(
  { origin, redirectUri, forms }: PeerPages,
  connection: Connection,
  jar: Jar,
  authorization: string,
): Promise<string> {
  const headers = () => ({ accept: "text/html", origin, ...(jar.header === "" ? {} : { cookie: jar.header }) });
  let answer = await connection.send("GET", authorization, { headers: headers() });
  for (let page = 0; page < MOST_PAGES; page += 1) {
    jar.keep(answer);
    const location = String(answer.headers.location ?? "");
    if (location.startsWith(redirectUri)) return location;
    if (location !== "") {
      answer = await connection.send("GET", pathOf(location, origin), { headers: headers() });
    } else {
      const { action, fields } = filled(answer, forms);
      const sent = { headers: headers(), form: fields };
      answer = await connection.send("POST", pathOf(action, origin), sent);
    }
  }
  throw new Error("the peer's sign-in came to no end");
}

function pathOf(address: string, origin: string): string {
  const { pathname, search } = new URL(address, origin);
  return `${pathname}${search}`;
}

function filled({ status, body }: Answer, forms: readonly PeerForm[]) {
  for (const [form = ""] of body.matchAll(/<form\b[\s\S]*?<\/form>/gi)) {
    const inputs = [...form.matchAll(/<(?:input|button)\b[^>]*>/gi)].map(([tag = ""]) => tag);
    const known = forms.find(({ input }) => inputs.some((tag) => attribute(tag, "name") === input));
    if (known === undefined) continue;
    const hidden = inputs
      .filter((tag) => attribute(tag, "type") === "hidden")
      .map((tag) => [attribute(tag, "name"), attribute(tag, "value")] as const);
    return { action: attribute(form, "action"), fields: { ...Object.fromEntries(hidden), ...known.fields } };
  }
  throw new Error(`the peer's page (${status}) has none of the forms of its file: ${body.slice(0, 300)}`);
}

/** An attribute of the first tag of the text. */
function attribute(text: string, name: string): string {
  const [tag = ""] = /^<[^>]*>/.exec(text) ?? [];
  const [, value = ""] = new RegExp(`\\s${name}="([^"]*)"`, "i").exec(tag) ?? [];
  return value.replaceAll("&amp;", "&").replaceAll("&quot;", '"').replaceAll("&#39;", "'");
}
