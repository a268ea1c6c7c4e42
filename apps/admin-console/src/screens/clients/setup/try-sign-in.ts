/** The tab of an application in which an administrator tries its sign-in: the form, and then the request. */
import type { Answer } from "@countersign/admin-client";
import { choiceField, field, neededText } from "../../../views/fields.ts";
import { filled } from "../../../views/form.ts";
import type { Link, Section } from "../../../views/model.ts";
import { tableSection } from "../../../views/sections.ts";
import type { Submission, Visit } from "../../screen.ts";
import { addressOf, textsIn } from "../client.ts";

type Client = Answer<"readClient">["body"];
export type Trial = Answer<"tryClientSignIn">["body"];

/** What the request may demand of the pages (OIDC Core §3.1.2.1). */
const PROMPTS = ["none", "login", "consent", "select_account"] as const;

/** Whether people sign in to the application. */
export const hasSignIn = (client: Client): boolean => textsIn(client.grant_types).includes("authorization_code");

/** What its request would ask for, if the registration says: `openid` and what it may have. */
const scopeOf = ({ scope }: Client) => {
  const allowed = typeof scope === "string" ? scope.split(" ").filter(Boolean) : ["profile", "email"];
  return [...new Set(["openid", ...allowed])].join(" ");
};

/** The form, with what was asked before. */
const askedSection = (client: Client, form: URLSearchParams): Section => ({
  id: "try-sign-in",
  title: "try.title",
  lead: { key: "try.lead" },
  form: {
    act: "try",
    submit: "try.submit",
    fields: [
      {
        ...neededText("clients.redirect_uri", 2000),
        hint: "try.redirect_uri.hint",
        value: form.get("redirect_uri") ?? textsIn(client.redirect_uris)[0] ?? "",
      },
      field("text", "try.scope", { hasHint: true, value: form.get("scope") ?? scopeOf(client), maxLength: 2000 }),
      choiceField("try.prompt", PROMPTS, { value: form.get("prompt") ?? "", none: "try.prompt.as_needed" }),
    ],
  },
});

/** What the application sends, each parameter with what it does. */
const requestSection = ({ parameters, request_url: text, expires_at }: Trial): Section => ({
  ...tableSection("trial", "try.request", {
    columns: ["try.parameter", "clients.value", "try.means"],
    rows: parameters.map(({ name, value }) => ({
      cells: [
        { text: name, isCode: true },
        { text: value, isCode: true },
        { word: `try.parameter.${name}`, or: "" },
      ],
    })),
  }),
  lead: { key: "try.request.lead" },
  facts: [
    { label: "try.request_url", value: { text, isCode: true } },
    { label: "try.until", value: { at: expires_at } },
  ],
});

/** The sections of the part. With a trial, what is sent comes first. */
export const trySections = (client: Client, trial?: Trial, form = new URLSearchParams()): readonly Section[] => [
  ...(trial === undefined ? [] : [requestSection(trial)]),
  askedSection(client, form),
];

/** Leads to the form, from every other part of the page. */
export const tryLink = (client: Client, { may, query }: Pick<Visit, "may" | "query">): readonly Link[] =>
  may("clients:write") && hasSignIn(client) && query.get("tab") !== "try"
    ? [
        {
          href: `${addressOf(client.client_id)}?tab=try`,
          label: "try.title",
          id: "try-sign-in-link",
          icon: "play",
        },
      ]
    : [];

/** The way on from there: the sign-in, beside the console. */
export const openTrial = ({ trial_url: href }: Trial): readonly Link[] => [
  { href, label: "try.open", id: "open-trial", icon: "play", isPrimary: true, isElsewhere: true },
];

/** Begins the trial that the form asks for. */
export async function beginTrial({ api, params, form, once }: Submission): Promise<Trial> {
  const prompt = PROMPTS.find((one) => one === form.get("prompt"));
  const [redirectUri, scope] = [filled(form, "redirect_uri"), filled(form, "scope")];
  const { body } = await api.tryClientSignIn({
    path: { id: params.id ?? "" },
    body: { ...(redirectUri && { redirect_uri: redirectUri }), ...(scope && { scope }), ...(prompt && { prompt }) },
    idempotencyKey: once,
  });
  return body;
}
