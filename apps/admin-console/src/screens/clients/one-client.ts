import { pageAsked } from "../lists/list.ts";
import type { Screen, Submission, Visit } from "../screen.ts";
import { endSession, endSessions } from "../sessions.ts";
import { addressOf } from "./client.ts";
import { changesIn } from "./client-forms.ts";
import { clientPage } from "./client-page.ts";
import { tabOf } from "./client-tabs.ts";
import { SECRET_ACTS } from "./credentials/client-credentials.ts";
import { translationsIn } from "./forms/client-translations.ts";
import { compatibilityIn } from "./forms/compatibility-form.ts";
import { apisFor } from "./scope-field.ts";
import { isUsed } from "./setup/client-setup.ts";
import { painted } from "./setup/painted.ts";
import { beginTrial } from "./setup/try-sign-in.ts";
import { withdrawConsents } from "./users/client-consents.ts";

/** One client: its registration, and what can be done with it. */
export const oneClient: Screen = {
  path: "/clients/:id",
  needs: "clients:read",
  async show(visit) {
    return pageOf(visit.params.id ?? "", visit, visit.secret);
  },
  acts: {
    save: {
      needs: "clients:write",
      run: (submission) => changed(submission, changesIn(submission.form), "settings"),
    },
    "save-compatibility": {
      needs: "clients:write",
      run: (submission) => changed(submission, compatibilityIn(submission.form), "compatibility"),
    },
    "save-translations": {
      needs: "clients:write",
      run: (submission) => changed(submission, translationsIn(submission.form), "translations"),
    },
    try: {
      needs: "clients:write",
      async run(submission) {
        const tried = { trial: await beginTrial(submission), form: submission.form };
        return { page: clientPage({ ...(await readOf(submission.params.id ?? "", submission)), tried }, submission) };
      },
    },
    disable: {
      needs: "clients:write",
      confirmation: { label: "disable", warning: { key: "clients.disable.warning" } },
      async run({ api, params, once }) {
        const path = { id: params.id ?? "" };
        const { isUnchanged } = await api.disableClient({ path, idempotencyKey: once });
        return { to: `${addressOf(path.id)}?tab=settings`, done: "disabled", isFinal: isUnchanged };
      },
    },
    enable: {
      needs: "clients:write",
      async run({ api, params, once }) {
        const path = { id: params.id ?? "" };
        const { isUnchanged } = await api.enableClient({ path, idempotencyKey: once });
        return { to: `${addressOf(path.id)}?tab=settings`, done: "enabled", isFinal: isUnchanged };
      },
    },
    "end-session": endSession(({ params }) => `${addressOf(params.id ?? "")}?tab=sessions`),
    "end-sessions": endSessions(({ params }) => `${addressOf(params.id ?? "")}?tab=sessions`),
    "withdraw-consents": withdrawConsents,
    ...SECRET_ACTS,
  },
};

async function pageOf(id: string, visit: Visit, secret?: string) {
  return painted(clientPage(await readOf(id, visit), visit, secret));
}

async function readOf(id: string, visit: Pick<Visit, "api" | "may" | "query" | "pageLanguages">) {
  const { api } = visit;
  const { body, etag } = await api.readClient({ path: { id }, query: { include: "refusals,secrets" } });
  const { included, ...client } = body;
  const [refusals, secrets] = [included?.refusals?.items ?? [], included?.secrets?.items ?? []];
  const used = tabOf(client, visit) === "quickstart" ? await isUsed(client, secrets, visit) : undefined;
  const apis = tabOf(client, visit) === "settings" ? await apisFor(visit) : undefined;
  const lists = { sessions: await sessionsOf(client, visit), consents: await consentsOf(client, visit) };
  const languages = tabOf(client, visit) === "translations" ? await visit.pageLanguages() : undefined;
  return { client, etag, refusals, secrets, used, apis, languages, ...lists };
}

/** Who gave it access, if this part of the page is asked for. */
async function consentsOf(client: Parameters<typeof tabOf>[0], visit: Pick<Visit, "api" | "may" | "query">) {
  if (tabOf(client, visit) !== "users") return undefined;
  const path = { id: client.client_id };
  return (await visit.api.listConsentsOfClient({ path, query: { with_total: "yes", ...pageAsked(visit) } })).body;
}

/** The sessions in which someone signed in to it, if this part of the page is asked for. */
async function sessionsOf(client: Parameters<typeof tabOf>[0], visit: Pick<Visit, "api" | "may" | "query">) {
  if (tabOf(client, visit) !== "sessions") return undefined;
  const query = { client_id: client.client_id, with_total: "yes", ...pageAsked(visit) } as const;
  return (await visit.api.listAllSessions({ query })).body;
}

type Changes = Parameters<Submission["api"]["changeClient"]>[0]["body"];

async function changed({ api, params, etag: ifMatch }: Submission, body: Changes, tab: string) {
  const id = params.id ?? "";
  await api.changeClient({ path: { id }, body, ifMatch });
  return { to: `${addressOf(id)}?tab=${tab}`, done: "saved" };
}
