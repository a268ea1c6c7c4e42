/** Goes through our pages as a browser does. */
import { type Connection, expectStatus, type Jar } from "../load/http.ts";

export const REDIRECT_URI = "https://rp.example/cb";
export const PASSWORD = "a bench password";

/** Enough people that none reaches the limit per account. All have the same password. */
export const PEOPLE = 64;
export const usernameOf = (index: number) => (index % PEOPLE === 0 ? "alice" : `alice ${index % PEOPLE}`);

/** What a person sends from the sign-in page. */
export type SignInForm = (page: string, username: string) => Record<string, string>;

const byPassword: SignInForm = (_, username) => ({ username, password: PASSWORD, action: "sign-in" });

interface SigningIn {
  readonly connection: Connection;
  readonly jar: Jar;
  readonly authorization: string;
  readonly index: number;
}

/** Follows redirects and fills in the forms. Returns the redirect URI of the client with the answer. */
export async function signInAt(
  issuer: string,
  { connection, jar, authorization, index }: SigningIn,
  signInForm = byPassword,
): Promise<string> {
  const headers = () => ({
    "x-forwarded-for": `10.9.${index >> 8}.${index & 255}`,
    cookie: jar.header,
    origin: issuer,
  });
  let answer = await connection.send("GET", authorization, { headers: headers() });
  for (let hop = 0; hop < 12; hop += 1) {
    jar.keep(answer);
    const location = String(answer.headers.location ?? "");
    if (location.startsWith(REDIRECT_URI)) return location;

    if (location !== "") {
      const { pathname, search } = new URL(location, issuer);
      answer = await connection.send("GET", `${pathname}${search}`, { headers: headers() });
    } else {
      expectStatus(answer, 200, "a page");
      answer = await connection.send(
        "POST",
        ...filledIn(answer.body, () => signInForm(answer.body, usernameOf(index)), headers()),
      );
    }
  }
  throw new Error("the sign-in came to no end");
}

/** The form of a page of ours that leads on: it has the button that stands out. */
export function formIn(page: string): string {
  const forms = [...page.matchAll(/<form [^>]*method="post"[\s\S]*?<\/form>/g)].map(([form]) => form);
  return forms.find((form) => form.includes(' class="primary"')) ?? forms[0] ?? "";
}

function filledIn(
  page: string,
  signInForm: () => Record<string, string>,
  headers: Record<string, string>,
): [string, { headers: Record<string, string>; form: URLSearchParams }] {
  const form = formIn(page);
  const hidden = [...form.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)">/g)].map(
    ([, name = "", value = ""]) => [name, value],
  );
  const action = / action="([^"]+)"/.exec(form)?.[1] ?? "";
  const scopes = [...form.matchAll(/name="scope" value="([^"]+)"/g)].map(([, scope]) => scope);
  const answers = page.includes('id="password"') ? signInForm() : { action: "allow" };
  const body = new URLSearchParams({ ...Object.fromEntries(hidden), ...answers });
  for (const scope of scopes) body.append("scope", scope ?? "");
  return [action, { headers: { ...headers, "content-type": "application/x-www-form-urlencoded" }, form: body }];
}
