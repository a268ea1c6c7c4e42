import type { Screen, Submission, Visit } from "../screen.ts";
import { changesIn, furtherIn } from "./client-forms.ts";
import { addressOf, clientPage } from "./client-page.ts";
import { compatibilityIn } from "./compatibility-form.ts";

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
    "save-further": {
      needs: "clients:write",
      run: (submission) => changed(submission, furtherIn(submission.form), "settings"),
    },
    "save-compatibility": {
      needs: "clients:write",
      run: (submission) => changed(submission, compatibilityIn(submission.form), "credentials"),
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
    "rotate-secret": {
      needs: "clients:write",
      confirmation: { label: "clients.rotate_secret", warning: { key: "clients.rotate_secret.warning" } },
      async run(submission) {
        const { api, params, once } = submission;
        const path = { id: params.id ?? "" };
        const { body } = await api.rotateClientSecret({ path, idempotencyKey: once });
        const to = `${addressOf(path.id)}?tab=credentials`;
        return { to, done: "secret_rotated", ...(body.client_secret && { secret: body.client_secret }) };
      },
    },
  },
};

async function pageOf(id: string, visit: Visit, secret?: string) {
  const { body, etag } = await visit.api.readClient({ path: { id }, query: { include: "refusals" } });
  const { included, ...client } = body;
  return clientPage({ client, etag, refusals: included?.refusals?.items ?? [] }, visit, secret);
}

type Changes = Parameters<Submission["api"]["changeClient"]>[0]["body"];

async function changed({ api, params, etag: ifMatch }: Submission, body: Changes, tab: string) {
  const id = params.id ?? "";
  await api.changeClient({ path: { id }, body, ifMatch });
  return { to: `${addressOf(id)}?tab=${tab}`, done: "saved" };
}
