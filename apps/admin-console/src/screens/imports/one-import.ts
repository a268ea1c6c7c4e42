import { emptyOf, tableSection } from "../../views/sections.ts";
import { pageAsked, pagesBeside, part } from "../lists/list.ts";
import type { Screen, Submission, Visit } from "../screen.ts";
import { stateOf } from "./states.ts";

const PATH = "/imports";
const MOVING = ["checking", "running"];
const CANCELLABLE = ["receiving", "checking", "checked", "running"];
const REFRESH_SECONDS = 3;

/** One import: what a check says it would do, how far it is, and its report. */
export const oneImport: Screen = {
  path: `${PATH}/:id`,
  needs: "people:read",
  async show(visit) {
    const path = { id: visit.params.id ?? "" };
    const [{ body }, { body: report }] = await Promise.all([
      visit.api.readImport({ path }),
      visit.api.listImportRefusals({ path, query: pageAsked(visit) }),
    ]);
    const isMoving = MOVING.includes(body.state);
    return {
      id: "import",
      title: { text: body.source },
      lead: { key: `imports.state.${body.state}.lead` },
      crumbs: [
        { href: "/people", label: "people.title" },
        { href: PATH, label: "imports.title" },
      ],
      head: { badge: stateOf(body.state) },
      ...(isMoving && { refreshSeconds: REFRESH_SECONDS }),
      sections: [
        {
          id: "facts",
          title: "imports.progress",
          facts: [
            { label: "created", value: { at: body.created_at } },
            { label: "imports.finished", value: { at: body.finished_at } },
            { label: "imports.lines", value: { count: body.lines } },
            { label: "imports.seen", value: { count: body.seen } },
            { label: "imports.added", value: { count: body.added } },
            { label: "imports.changed", value: { count: body.changed } },
            { label: "imports.unchanged", value: { count: body.unchanged } },
            { label: "imports.refused", value: { count: body.refused } },
          ],
          buttons: buttonsFor(body.state, visit),
          links: isMoving ? [{ href: `${PATH}/${part(body.id)}`, label: "imports.refresh", id: "refresh" }] : [],
        },
        tableSection("report", "imports.report", {
          columns: ["imports.line", "imports.problem", "imports.detail"],
          empty: emptyOf("imports.report.empty", "check"),
          rows: report.items.map((one) => ({
            cells: [{ count: one.line }, { word: `imports.problem.${one.problem}` }, { text: one.detail }],
          })),
        }),
      ],
      ...pagesBeside(visit, `${PATH}/${part(body.id)}`, report),
    };
  },
  acts: {
    start: { needs: "people:write", run: (submission) => started(submission) },
    cancel: {
      needs: "people:write",
      async run({ api, params }) {
        const path = { id: params.id ?? "" };
        await api.cancelImport({ path });
        return { to: `${PATH}/${part(path.id)}`, done: "import_cancelled" };
      },
    },
  },
};

async function started({ api, params, once }: Submission) {
  const path = { id: params.id ?? "" };
  await api.startImport({ path, body: { check: false }, idempotencyKey: once });
  return { to: `${PATH}/${part(path.id)}` };
}

function buttonsFor(state: string, { may }: Pick<Visit, "may">) {
  if (!may("people:write")) return [];
  return [
    ...(state === "checked" || state === "receiving" ? [{ act: "start", label: "imports.start" }] : []),
    ...(CANCELLABLE.includes(state) ? [{ act: "cancel", label: "imports.cancel" }] : []),
  ];
}
