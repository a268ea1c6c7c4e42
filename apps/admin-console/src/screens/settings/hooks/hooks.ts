/** Services that are asked: all of them, a new one, and one with what can be done with it. */
import { linesIn } from "../../../views/form.ts";
import type { Screen, Submission } from "../../screen.ts";
import { addressOf, hookPage, KINDS, PATH, settingsFields } from "./hook-page.ts";

const listHooks: Screen = {
  path: PATH,
  place: "hooks.title",
  needs: "settings:read",
  async show({ api, may }) {
    const { body } = await api.listHooks();
    return {
      id: "hooks",
      title: { key: "hooks.title" },
      lead: { key: "hooks.lead" },
      ...(may("settings:write") && {
        links: [{ href: `${PATH}/new`, label: "hooks.new", id: "new-hook", isPrimary: true as const }],
      }),
      sections: [
        {
          id: "list",
          title: "hooks.title",
          table: {
            id: "hooks-table",
            columns: ["hooks.name", "hooks.kind", "hooks.url", "status"],
            empty: "hooks.empty",
            rows: body.items.map((hook) => ({
              cells: [
                { text: hook.name, href: addressOf(hook.id) },
                { word: `hooks.kind.${hook.kind}` },
                { text: hook.url, isCode: true },
                { word: hook.enabled ? "status.enabled" : "status.disabled" },
              ],
            })),
          },
        },
      ],
    };
  },
};

const newHook: Screen = {
  path: `${PATH}/new`,
  needs: "settings:write",
  show: async () => ({
    id: "new-hook",
    title: { key: "hooks.new" },
    lead: { key: "hooks.new.lead" },
    crumbs: [{ href: PATH, label: "hooks.title" }],
    sections: [
      {
        id: "settings",
        title: "webhooks.settings",
        form: {
          act: "add",
          submit: "hooks.add",
          fields: [
            {
              name: "kind",
              label: "hooks.kind",
              type: "choice",
              options: KINDS.map((value) => ({ value, label: `hooks.kind.${value}` })),
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
      async run(submission) {
        const { api, form, once } = submission;
        const kind = KINDS.find((one) => one === form.get("kind")) ?? "claims";
        const body = { ...settingsIn(form), kind };
        const added = await api.addHook({ body, idempotencyKey: once });
        return { page: hookPage(added.body, added.etag, submission, added.body.secret) };
      },
    },
  },
};

const idOf = ({ params }: Pick<Submission, "params">) => params.id ?? "";

const oneHook: Screen = {
  path: `${PATH}/:id`,
  needs: "settings:read",
  async show(visit) {
    const { body, etag } = await visit.api.readHook({ path: { id: idOf(visit) } });
    return hookPage(body, etag, visit);
  },
  acts: {
    save: { needs: "settings:write", run: (submission) => changed(submission, settingsIn(submission.form), "saved") },
    disable: {
      needs: "settings:write",
      confirmation: { label: "disable", warning: { key: "hooks.disable.warning" } },
      run: (submission) => changed(submission, { enabled: false }, "hook_disabled"),
    },
    enable: { needs: "settings:write", run: (submission) => changed(submission, { enabled: true }, "hook_enabled") },
    "rotate-secret": {
      needs: "settings:write",
      async run(submission) {
        const { api, once } = submission;
        const path = { id: idOf(submission) };
        const { body, etag } = await api.rotateHookSecret({ path, body: {}, idempotencyKey: once });
        return { page: hookPage(body, etag, submission, body.secret) };
      },
    },
    remove: {
      needs: "settings:write",
      confirmation: { label: "hooks.remove", warning: { key: "hooks.remove.warning" } },
      async run(submission) {
        await submission.api.removeHook({ path: { id: idOf(submission) }, ifMatch: submission.etag });
        return { to: PATH, done: "hook_removed" };
      },
    },
  },
};

type Changes = Parameters<Submission["api"]["changeHook"]>[0]["body"];

async function changed(submission: Submission, body: Changes, done: string) {
  const { api, etag: ifMatch } = submission;
  await api.changeHook({ path: { id: idOf(submission) }, body, ifMatch });
  return { to: addressOf(idOf(submission)), done };
}

/** What a form says of a hook. What is no number goes to the API as it is, which says what is wrong with it. */
function settingsIn(form: URLSearchParams) {
  const number = (name: string) => (/^\d{1,9}$/.test(form.get(name) ?? "") ? Number(form.get(name)) : (null as never));
  return {
    name: form.get("name")?.trim() ?? "",
    url: form.get("url")?.trim() ?? "",
    on_error: (form.get("on_error") ?? "") as "omit",
    timeout_ms: number("timeout_ms"),
    ...(form.has("claims") && { claims: [...linesIn(form, "claims")] }),
    ...(form.has("clients") && { clients: [...linesIn(form, "clients")] }),
    ...(form.has("scopes") && { scopes: [...linesIn(form, "scopes")] }),
    ...(form.has("cache_seconds") && { cache_seconds: number("cache_seconds") }),
  };
}

export const hookScreens: readonly Screen[] = [listHooks, newHook, oneHook];
