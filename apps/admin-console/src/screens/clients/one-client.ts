import { pageAsked } from "../lists/list.ts";
import type { Screen, Submission, Visit } from "../screen.ts";
import { endSession } from "../sessions.ts";
import { addressOf } from "./client.ts";
import { SECRET_ACTS } from "./client-credentials.ts";
import { changesIn } from "./client-forms.ts";
import { clientPage, tabOf } from "./client-page.ts";
import { isUsed } from "./client-setup.ts";
import { compatibilityIn } from "./compatibility-form.ts";
import { apisFor } from "./scope-field.ts";
import { beginTrial } from "./try-sign-in.ts";

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
        await api.disableClient({ path: { id: params.id ?? "" }, idempotencyKey: once });
        return { to: `${addressOf(params.id ?? "")}?tab=settings`, done: "disabled" };
      },
    },
    enable: {
      needs: "clients:write",
      async run({ api, params, once }) {
        await api.enableClient({ path: { id: params.id ?? "" }, idempotencyKey: once });
        return { to: `${addressOf(params.id ?? "")}?tab=settings`, done: "enabled" };
      },
    },
    "end-session": endSession(({ params }) => `${addressOf(params.id ?? "")}?tab=sessions`),
    ...SECRET_ACTS,
  },
};

async function pageOf(id: string, visit: Visit, secret?: string) {
  return clientPage(await readOf(id, visit), visit, secret);
}

async function readOf(id: string, visit: Pick<Visit, "api" | "may" | "query">) {
  const { api } = visit;
  const { body, etag } = await api.readClient({ path: { id }, query: { include: "refusals,secrets" } });
  const { included, ...client } = body;
  const [refusals, secrets] = [included?.refusals?.items ?? [], included?.secrets?.items ?? []];
  const used = tabOf(client, visit) === "quickstart" ? await isUsed(client, secrets, visit) : undefined;
  const apis = tabOf(client, visit) === "settings" ? await apisFor(visit) : undefined;
  return { client, etag, refusals, secrets, used, apis, sessions: await sessionsOf(client, visit) };
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
