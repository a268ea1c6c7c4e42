/** Trusted issuers: all of them, a new one, and one with what can be done with it. */
import type { Screen, Submission } from "../../screen.ts";
import { addressOf, issuerPage, PATH, settingsFields, settingsIn } from "./issuer-page.ts";

const SUBJECTS = ["workload", "person"] as const;

const listIssuers: Screen = {
  path: PATH,
  place: "issuers.title",
  needs: "clients:read",
  async show({ api, may }) {
    const { body } = await api.listTrustedIssuers();
    return {
      id: "trusted-issuers",
      title: { key: "issuers.title" },
      lead: { key: "issuers.lead" },
      ...(may("clients:write") && {
        links: [{ href: `${PATH}/new`, label: "issuers.new", id: "new-trusted-issuer", isPrimary: true as const }],
      }),
      sections: [
        {
          id: "list",
          title: "issuers.title",
          table: {
            id: "issuers-table",
            columns: ["issuers.name", "issuers.issuer", "issuers.subject", "status", "managed_by"],
            empty: "issuers.empty",
            rows: body.items.map((issuer) => ({
              cells: [
                { text: issuer.name, href: addressOf(issuer.id) },
                { text: issuer.issuer, isCode: true },
                { word: `issuers.subject.${issuer.subject}` },
                { word: issuer.enabled ? "status.enabled" : "status.disabled" },
                { lock: issuer.managed_by },
              ],
            })),
          },
        },
      ],
    };
  },
};

const newIssuer: Screen = {
  path: `${PATH}/new`,
  needs: "clients:write",
  show: async () => ({
    id: "new-trusted-issuer",
    title: { key: "issuers.new" },
    lead: { key: "issuers.new.lead" },
    crumbs: [{ href: PATH, label: "issuers.title" }],
    sections: [
      {
        id: "settings",
        title: "issuers.settings",
        form: {
          act: "add",
          submit: "issuers.add",
          fields: [
            { name: "issuer", label: "issuers.issuer", type: "text", isRequired: true, maxLength: 500 },
            {
              name: "subject",
              label: "issuers.subject",
              type: "choice",
              value: "workload",
              options: SUBJECTS.map((value) => ({ value, label: `issuers.subject.${value}` })),
            },
            ...settingsFields(),
          ],
        },
      },
    ],
  }),
  acts: {
    add: {
      needs: "clients:write",
      async run({ api, form, once }) {
        const subject = SUBJECTS.find((one) => one === form.get("subject")) ?? "workload";
        const body = { ...settingsIn(form), issuer: form.get("issuer")?.trim() ?? "", subject };
        const added = await api.addTrustedIssuer({ body, idempotencyKey: once });
        return { to: addressOf(added.body.id), done: "issuer_added" };
      },
    },
  },
};

const idOf = ({ params }: Pick<Submission, "params">) => params.id ?? "";

const oneIssuer: Screen = {
  path: `${PATH}/:id`,
  needs: "clients:read",
  async show(visit) {
    const { body, etag } = await visit.api.readTrustedIssuer({ path: { id: idOf(visit) } });
    return issuerPage(body, etag, visit);
  },
  acts: {
    save: { needs: "clients:write", run: (submission) => changed(submission, settingsIn(submission.form), "saved") },
    disable: {
      needs: "clients:write",
      confirmation: { label: "disable", warning: { key: "issuers.disable.warning" } },
      run: (submission) => changed(submission, { enabled: false }, "issuer_disabled"),
    },
    enable: { needs: "clients:write", run: (submission) => changed(submission, { enabled: true }, "issuer_enabled") },
    remove: {
      needs: "clients:write",
      confirmation: { label: "issuers.remove", warning: { key: "issuers.remove.warning" } },
      async run(submission) {
        await submission.api.removeTrustedIssuer({ path: { id: idOf(submission) }, ifMatch: submission.etag });
        return { to: PATH, done: "issuer_removed" };
      },
    },
  },
};

type Changes = Parameters<Submission["api"]["changeTrustedIssuer"]>[0]["body"];

async function changed(submission: Submission, body: Changes, done: string) {
  const { api, etag: ifMatch } = submission;
  await api.changeTrustedIssuer({ path: { id: idOf(submission) }, body, ifMatch });
  return { to: addressOf(idOf(submission)), done };
}

export const trustedIssuerScreens: readonly Screen[] = [listIssuers, newIssuer, oneIssuer];
