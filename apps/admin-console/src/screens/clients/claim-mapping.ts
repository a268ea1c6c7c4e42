import { readJson } from "@countersign/guard/json";
import { field } from "../../views/fields.ts";
import { linesIn } from "../../views/form.ts";
import type { Table } from "../../views/model.ts";
import { emptyOf } from "../../views/sections.ts";
import type { Screen, Submission } from "../screen.ts";
import { addressOf } from "./client.ts";

const idOf = ({ params }: Pick<Submission, "params">) => params.id ?? "";

/** The claims that are made for a client, each by an expression, and examples that they are tried with. */
export const claimMapping: Screen = {
  path: "/clients/:id/claims",
  needs: "clients:read",
  async show({ api, params, may }) {
    const id = idOf({ params });
    const [client, { body, etag }] = await Promise.all([
      api.readClient({ path: { id } }),
      api.readClaimMapping({ path: { id } }),
    ]);
    const made = Object.entries(body.claims);
    return {
      id: "claim-mapping",
      title: { key: "claims.title", values: { name: client.body.client_name } },
      lead: { key: "claims.lead" },
      crumbs: [
        { href: "/clients", label: "clients.title" },
        { href: addressOf(id), text: client.body.client_name },
      ],
      sections: [
        { id: "made", title: "claims.made", table: claimsTable(made) },
        ...(may("clients:write")
          ? [
              {
                id: "change",
                title: "claims.change",
                form: {
                  act: "save",
                  submit: "save",
                  etag,
                  fields: [
                    field("lines", "claims.made", {
                      ...{ name: "claims", hasHint: true },
                      value: made.map(([name, text]) => `${name}: ${text}`).join("\n"),
                    }),
                    field("code", "claims.examples", { hasHint: true }),
                  ],
                },
              },
            ]
          : []),
      ],
    };
  },
  acts: {
    save: {
      needs: "clients:write",
      async run(submission) {
        const { api, form, etag } = submission;
        const body = { claims: claimsIn(linesIn(form, "claims")), examples: examplesIn(form) };
        await api.replaceClaimMapping({ path: { id: idOf(submission) }, body, ifMatch: etag });
        return { to: `${addressOf(idOf(submission))}/claims`, done: "saved" };
      },
    },
  },
};

const claimsTable = (made: readonly (readonly [name: string, text: string])[]): Table => ({
  id: "claims-table",
  columns: ["claims.name", "claims.expression"],
  empty: emptyOf("claims.empty", "receipt-text"),
  rows: made.map((texts) => ({ cells: texts.map((text) => ({ text, isCode: true })) })),
});

/** Expressions by the names of claims, from lines such as `upn: claims.email`. */
const claimsIn = (lines: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(":");
      return [line.slice(0, Math.max(at, 0)).trim(), line.slice(at + 1).trim()];
    }),
  );

/** A text that is not JSON is sent to the API unchanged, which says what is wrong with it. */
function examplesIn(form: URLSearchParams): never[] {
  const text = form.get("examples")?.trim() ?? "";
  if (text === "") return [];
  try {
    return readJson(text, { longest: text.length }) as never;
  } catch {
    return text as never;
  }
}
