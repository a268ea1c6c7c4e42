/** The pages that a preview of the looks shows, as people most often see them. */
import type { Pages } from "../pages.ts";
import { app, at, common, session } from "./account-data.ts";
import { REQUEST } from "./sample.ts";

const known = { ...REQUEST, display: undefined, person: "Alice Miller" };
const MINUTE_MS = 60_000;

const event = {
  ...{ at, type: "sign_in", actor: "user", client: "Example", address: "192.0.2.1" },
  ...{ count: 1, kind: "sign-ins", isAlarming: false },
};
const check = (name: string, isDone: boolean) => ({ name, path: "/account/security", isDone, count: 2 });

/** Where the sample of a mail is shown. */
interface Around {
  readonly host: string;
  /** The path of the logo. A previewed mail has no attachments, so it refers to this path. */
  readonly logo: string | undefined;
}

type Shown = (pages: Pages, around: Around) => string;

const signIn: Shown = ({ login }) =>
  login({
    ...known,
    username: "",
    ...{ problem: undefined, canReset: true, signUp: true },
    passkey: { options: "{}", unknownCredentialId: undefined },
    providers: [{ alias: "google", name: "Google", mark: "google" }],
  });

const consent: Shown = (pages) =>
  pages.consent({
    ...{ ...known, path: "/consent" },
    scopes: [
      { name: "openid", required: true, checked: true, values: [] },
      { name: "profile", required: false, checked: true, values: [{ claim: "name", value: "Alice Miller" }] },
      { name: "email", required: false, checked: true, values: [{ claim: "email", value: "alice@example.com" }] },
    ],
    ...{ claims: [], resources: [], details: [], isRemembered: true },
  });

const account: Shown = ({ accountOverview }) =>
  accountOverview({
    ...common,
    checks: [check("second-way", false), check("email", true), check("spare-passkey", true)],
    warnings: [],
    sessions: { shown: [session], count: 1 },
    applications: { shown: [app], count: 1 },
    events: [event],
    signals: undefined,
  });

const mail: Shown = ({ mailHtml }, { host, logo }) =>
  mailHtml({
    kind: "sign-up-code",
    ...{ host, logo, when: at, pages: [] },
    ...{ code: "482913", expiresAt: new Date(at.getTime() + 10 * MINUTE_MS) },
    link: `https://${host}/sign-up/code`,
    advice: "ignore",
  });

/** By the name in the address of a preview. */
export const LOOKS_PAGES: ReadonlyMap<string, Shown> = new Map([
  ["sign-in", signIn],
  ["consent", consent],
  ["account", account],
  ["mail", mail],
]);
