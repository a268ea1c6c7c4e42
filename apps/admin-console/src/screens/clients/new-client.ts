import { isPersonScope } from "@countersign/rules";
import { wrongMember } from "../../api/problem.ts";
import { field, neededText } from "../../views/fields.ts";
import { filled, linesIn } from "../../views/form.ts";
import type { Screen } from "../screen.ts";
import { addressOf } from "./client.ts";
import { apisFor, scopeField, scopeIn, USUAL_SCOPES } from "./scope-field.ts";

/** For people who sign in: most libraries read the ID token and never call /userinfo. */
const SIGN_IN = { grant_types: ["authorization_code", "refresh_token"], id_token_claims: "scopes" } as const;

/** The kinds of applications, and what each registers. Only an existing web application may do without PKCE. */
const KINDS = {
  web: { ...SIGN_IN, token_endpoint_auth_method: "client_secret_basic" },
  existing: { ...SIGN_IN, token_endpoint_auth_method: "client_secret_basic", profile: "oidc" },
  browser: { ...SIGN_IN, token_endpoint_auth_method: "none" },
  native: { ...SIGN_IN, token_endpoint_auth_method: "none", application_type: "native" },
  device: {
    grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
    id_token_claims: "scopes",
    token_endpoint_auth_method: "none",
  },
  workload: { grant_types: ["urn:ietf:params:oauth:grant-type:jwt-bearer"], token_endpoint_auth_method: "none" },
  machine: { grant_types: ["client_credentials"], token_endpoint_auth_method: "client_secret_basic" },
} as const;

/** In the order in which they are offered. */
const CARDS: readonly { readonly value: keyof typeof KINDS; readonly icon: string }[] = [
  { value: "browser", icon: "app-window" },
  { value: "web", icon: "server" },
  { value: "native", icon: "smartphone" },
  { value: "machine", icon: "bot" },
  { value: "device", icon: "tv" },
  { value: "existing", icon: "package" },
];

type Kind = keyof typeof KINDS;
const isKind = (text: string | null): text is Kind => text !== null && Object.hasOwn(KINDS, text);

/** Kinds in which no one signs in. */
const WITHOUT_PEOPLE: readonly string[] = ["machine", "workload"] satisfies readonly Kind[];
const WITH_PEOPLE = CARDS.map(({ value }) => value).filter((kind) => !WITHOUT_PEOPLE.includes(kind));
/** Kinds whose answer goes to no address: no one comes back to them in a browser. */
const WITHOUT_REDIRECT: readonly string[] = [...WITHOUT_PEOPLE, "device" satisfies Kind];

/** Registers a client. Its secret is shown on the page that follows, until another page is opened. */
export const newClient: Screen = {
  path: "/clients/new",
  needs: "clients:write",
  show: async (visit) => ({
    id: "new-client",
    title: { key: "clients.new" },
    crumbs: [{ href: "/clients", label: "clients.title" }],
    sections: [
      {
        id: "registration",
        title: "clients.registration",
        form: {
          act: "add",
          submit: "clients.add",
          fields: [
            field("cards", "clients.kind", {
              value: "browser",
              options: CARDS.map(({ value, icon }) => ({
                ...{ value, icon, label: `clients.kind.${value}`, hint: `clients.kind.${value}.hint` },
              })),
            }),
            neededText("clients.name", 200, { name: "client_name" }),
            field("lines", "clients.redirect_uris", { hasHint: true, notFor: WITHOUT_REDIRECT }),
            field("lines", "clients.post_logout_redirect_uris", { hasHint: true, notFor: WITHOUT_REDIRECT }),
            field("text", "clients.client_uri", { hasHint: true, maxLength: 2000, notFor: WITHOUT_PEOPLE }),
            scopeField(await apisFor(visit), USUAL_SCOPES, { withPeople: WITH_PEOPLE, withoutPeople: WITHOUT_PEOPLE }),
          ],
        },
      },
    ],
  }),
  acts: {
    add: {
      needs: "clients:write",
      async run(submission) {
        const { api, form, once } = submission;
        const { body } = await api.addClient({ body: registrationIn(form), idempotencyKey: once });
        const { client_id: id, client_secret: secret } = body;
        return { to: addressOf(id), done: "client_added", ...(typeof secret === "string" && { secret }) };
      },
    },
  },
};

/** What the form says. Throws what an application of its kind cannot have. */
function registrationIn(form: URLSearchParams) {
  const sent = form.get("kind");
  const kind = isKind(sent) ? sent : "web";
  const clientUri = filled(form, "client_uri");
  if (clientUri !== undefined && WITHOUT_PEOPLE.includes(kind))
    throw wrongMember("client_uri", "together", "no one sees its page");
  const scope = scopeFor(kind, form);
  return {
    ...KINDS[kind],
    client_name: filled(form, "client_name") ?? "",
    ...redirectionsIn(form, kind),
    ...(clientUri !== undefined && { client_uri: clientUri }),
    ...(scope && { scope }),
  };
}

/** Where users come back to after a sign-in and a sign-out. */
function redirectionsIn(form: URLSearchParams, kind: Kind) {
  const sent = (["redirect_uris", "post_logout_redirect_uris"] as const).flatMap((name) => {
    const uris = linesIn(form, name);
    return uris.length === 0 ? [] : [[name, uris] as const];
  });
  const [first] = sent;
  if (first !== undefined && WITHOUT_REDIRECT.includes(kind))
    throw wrongMember(first[0], "redirect_uri", "no one signs in to it in a browser");
  return Object.fromEntries(sent);
}

/** The usual scopes are checked before a kind is chosen. What is about people is not for a program by itself. */
function scopeFor(kind: Kind, form: URLSearchParams): string | undefined {
  const scope = scopeIn(form);
  if (!WITHOUT_PEOPLE.includes(kind)) return scope;
  return scope
    ?.split(" ")
    .filter((one) => !isPersonScope(one))
    .join(" ");
}
