import { filled, linesIn } from "../../views/form.ts";
import type { Screen } from "../screen.ts";
import { clientPage } from "./client-page.ts";

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

type Kind = keyof typeof KINDS;
const isKind = (text: string | null): text is Kind => text !== null && Object.hasOwn(KINDS, text);

/** Registers a client. Its secret is shown once, on the page that follows. */
export const newClient: Screen = {
  path: "/clients/new",
  needs: "clients:write",
  show: async () => ({
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
            { name: "client_name", label: "clients.name", type: "text", isRequired: true, maxLength: 200 },
            {
              name: "kind",
              label: "clients.kind",
              type: "choice",
              value: "web",
              hint: "clients.kind.hint",
              options: Object.keys(KINDS).map((value) => ({ value, label: `clients.kind.${value}` })),
            },
            {
              name: "redirect_uris",
              label: "clients.redirect_uris",
              type: "lines",
              hint: "clients.redirect_uris.hint",
            },
            { name: "scope", label: "clients.scope", type: "text", hint: "clients.scope.hint", maxLength: 2000 },
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
        const kind = form.get("kind");
        const redirectUris = linesIn(form, "redirect_uris");
        const scope = filled(form, "scope");
        const { body, etag } = await api.addClient({
          body: {
            ...KINDS[isKind(kind) ? kind : "web"],
            client_name: filled(form, "client_name") ?? "",
            ...(redirectUris.length > 0 && { redirect_uris: redirectUris }),
            ...(scope && { scope }),
          },
          idempotencyKey: once,
        });
        return { page: clientPage(body, etag, [], submission, body.client_secret) };
      },
    },
  },
};
