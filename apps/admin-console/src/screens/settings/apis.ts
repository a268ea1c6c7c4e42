/** APIs: a new resource server, and one with its settings. The page of the settings lists them. */
import type { Answer } from "@countersign/admin-client";
import { linesIn, pairLines, pairsIn } from "../../views/form.ts";
import type { Fact, Field, Page } from "../../views/model.ts";
import { dangerZone, deletion, disabling } from "../danger-zone.ts";
import { part } from "../list.ts";
import type { Screen, Submission, Visit } from "../screen.ts";
import { statusBadge } from "../status.ts";

const PATH = "/settings/apis";
export const addressOf = (identifier: string): string => `${PATH}/${part(identifier)}`;

type ResourceServer = Answer<"readResourceServer">["body"];

const ALGS = ["ES256", "RS256", "EdDSA"] as const satisfies readonly ResourceServer["access_token_signing_alg"][];
const TYPS = ["at+jwt", "JWT"] as const satisfies readonly ResourceServer["access_token_typ"][];

/** The settings as a form has them; of a new API with what is usual. */
const settingsFields = (server?: ResourceServer): readonly Field[] => [
  { name: "name", label: "settings.name", type: "text", value: server?.name, isRequired: true, maxLength: 100 },
  lines("scopes", "settings.scopes", "settings.scopes.hint", server?.scopes),
  lines("role_scopes", "apis.role_scopes", "apis.role_scopes.hint", server?.role_scopes),
  lines("scope_texts", "apis.scope_texts", "apis.scope_texts.hint", server && pairLines(server.scope_texts)),
  {
    name: "access_token_signing_alg",
    label: "apis.alg",
    type: "choice",
    value: server?.access_token_signing_alg,
    options: ALGS.map((value) => ({ value, text: value })),
  },
  {
    name: "access_token_ttl_seconds",
    label: "apis.ttl",
    type: "text",
    hint: "apis.ttl.hint",
    value: String(server?.access_token_ttl_seconds ?? 300),
    isRequired: true,
    maxLength: 4,
  },
  {
    name: "access_token_typ",
    label: "apis.typ",
    type: "choice",
    hint: "apis.typ.hint",
    value: server?.access_token_typ,
    options: TYPS.map((value) => ({ value, text: value })),
  },
  yesOrNo("dpop_bound_access_tokens_required", "apis.dpop", server?.dpop_bound_access_tokens_required),
  yesOrNo("listed", "apis.listed", server?.listed),
];

const lines = (name: string, label: string, hint: string, value: readonly string[] | undefined): Field => ({
  ...{ name, label, hint, type: "lines", value: value?.join("\n") },
});

const yesOrNo = (name: string, label: string, value: boolean | undefined): Field => ({
  ...{ name, label, type: "choice", value: value === true ? "yes" : "no" },
  options: ["no", "yes"].map((answer) => ({ value: answer, label: answer })),
});

const newApi: Screen = {
  path: `${PATH}/new`,
  needs: "settings:write",
  show: async () => ({
    id: "new-api",
    title: { key: "apis.new" },
    lead: { key: "apis.new.lead" },
    crumbs: [{ href: "/settings", label: "apis.title" }],
    sections: [
      {
        id: "settings",
        title: "apis.settings",
        form: {
          act: "add",
          submit: "apis.add",
          fields: [
            {
              name: "resource",
              label: "settings.resource",
              type: "text",
              hint: "apis.resource.hint",
              isRequired: true,
              maxLength: 2000,
            },
            ...settingsFields(),
          ],
        },
      },
    ],
  }),
  acts: {
    add: {
      needs: "settings:write",
      async run({ api, form, once }) {
        const resource = form.get("resource")?.trim() ?? "";
        await api.addResourceServer({ body: { resource, ...settingsIn(form) }, idempotencyKey: once });
        return { to: addressOf(resource), done: "api_added" };
      },
    },
  },
};

const placeOf = ({ params }: Pick<Visit, "params">) => ({ resource: params.resource ?? "" });

const oneApi: Screen = {
  path: `${PATH}/:resource`,
  needs: "settings:read",
  async show(visit) {
    const { body, etag } = await visit.api.readResourceServer({ path: placeOf(visit) });
    return pageOf(body, etag, visit);
  },
  acts: {
    save: { needs: "settings:write", run: (submission) => changed(submission, settingsIn(submission.form), "saved") },
    disable: {
      needs: "settings:write",
      confirmation: { label: "disable", warning: { key: "apis.disable.warning" } },
      run: (submission) => changed(submission, { enabled: false }, "api_disabled"),
    },
    enable: { needs: "settings:write", run: (submission) => changed(submission, { enabled: true }, "api_enabled") },
    remove: {
      needs: "settings:write",
      confirmation: { label: "apis.remove", warning: { key: "apis.remove.warning" } },
      async run(submission) {
        await submission.api.removeResourceServer({ path: placeOf(submission) });
        return { to: "/settings", done: "api_removed" };
      },
    },
  },
};

type Changes = Parameters<Submission["api"]["changeResourceServer"]>[0]["body"];

async function changed(submission: Submission, body: Changes, done: string) {
  const path = placeOf(submission);
  await submission.api.changeResourceServer({ path, body, ifMatch: submission.etag });
  return { to: addressOf(path.resource), done };
}

function pageOf(server: ResourceServer, etag: string | undefined, { may }: Pick<Visit, "may">): Page {
  const { enabled, is_of_service: isOfService, managed_by: owner } = server;
  // The API refuses to change what a configuration declares, or the service itself.
  const mayChange = may("settings:write") && owner === null && !isOfService;
  return {
    id: "api",
    title: { text: server.name },
    crumbs: [{ href: "/settings", label: "apis.title" }],
    head: { badge: statusBadge(enabled) },
    ...(isOfService && { lead: { key: "apis.of_service" } }),
    ...(owner !== null && { lock: { key: "managed_by.api", values: { name: owner } } }),
    sections: [
      {
        ...{ id: "facts", title: "apis.settings", facts: factsOf(server) },
        ...(mayChange && !enabled && { buttons: [{ act: "enable", label: "enable", about: server.name }] }),
      },
      ...(mayChange
        ? [
            {
              id: "change",
              title: "apis.change",
              form: { act: "save", submit: "save", etag, fields: settingsFields(server) },
            },
            dangerZone(...(enabled ? [disabling("apis.disable.warning")] : []), deletion("remove", "apis.remove")),
          ]
        : []),
    ],
  };
}

const factsOf = (server: ResourceServer): readonly Fact[] => [
  { label: "settings.resource", value: { text: server.resource, isCode: true } },
  { label: "settings.scopes", value: { tags: server.scopes } },
  { label: "apis.role_scopes", value: { tags: server.role_scopes } },
  { label: "apis.scope_texts", value: { tags: pairLines(server.scope_texts) } },
  { label: "apis.alg", value: { text: server.access_token_signing_alg } },
  { label: "apis.ttl", value: { count: server.access_token_ttl_seconds } },
  { label: "apis.typ", value: { text: server.access_token_typ } },
  { label: "apis.dpop", value: { word: server.dpop_bound_access_tokens_required ? "yes" : "no" } },
  { label: "apis.listed", value: { word: server.listed ? "yes" : "no" } },
];

/** Reads the form. What is not a number is sent unchanged: the administration API refuses it. */
function settingsIn(form: URLSearchParams) {
  const seconds = form.get("access_token_ttl_seconds") ?? "";
  return {
    name: form.get("name")?.trim() ?? "",
    scopes: [...linesIn(form, "scopes")],
    role_scopes: [...linesIn(form, "role_scopes")],
    scope_texts: pairsIn(form, "scope_texts"),
    access_token_signing_alg: (form.get("access_token_signing_alg") ?? "") as "ES256",
    access_token_ttl_seconds: /^\d{1,4}$/.test(seconds) ? Number(seconds) : (seconds as never),
    access_token_typ: (form.get("access_token_typ") ?? "") as "at+jwt",
    dpop_bound_access_tokens_required: form.get("dpop_bound_access_tokens_required") === "yes",
    listed: form.get("listed") === "yes",
  };
}

export const apiScreens: readonly Screen[] = [newApi, oneApi];
