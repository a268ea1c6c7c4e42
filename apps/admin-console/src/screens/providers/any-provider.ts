/** Adds a provider with every setting that there is. Its redirect URI is shown before anything is saved. */
import { federationCallback } from "@countersign/rules";
import { field, neededText } from "../../views/fields.ts";
import { filled } from "../../views/form.ts";
import type { Page } from "../../views/model.ts";
import { asked, part } from "../lists/list.ts";
import type { Screen, Visit } from "../screen.ts";
import { freeAlias } from "./known-providers.ts";
import { advanced, half, organizationField, providerFields, secretIn, settingsIn } from "./provider-form.ts";

const LIST = "/settings/providers";
const LONGEST_ALIAS = 40;

/** Known providers without ID tokens, and their names. */
const PRESETS = ["github"] as const;
const PRESET_NAMES: Readonly<Record<string, string>> = { github: "GitHub" };

/** The name in the redirect URI that was chosen, or one that no provider has yet. */
async function aliasFor(visit: Pick<Visit, "api" | "query">): Promise<string> {
  const chosen = asked(visit, "alias")?.slice(0, LONGEST_ALIAS);
  if (chosen !== undefined) return chosen;
  const { items } = (await visit.api.listProviders()).body;
  return freeAlias(
    "provider",
    items.map(({ alias }) => alias),
  );
}

export const anyProvider: Screen = {
  path: `${LIST}/all/settings`,
  needs: "settings:write",
  async show(visit) {
    const { api, may } = visit;
    const [alias, organizations] = await Promise.all([
      aliasFor(visit),
      may("organizations:read") ? api.listOrganizations({ query: { limit: 200 } }) : undefined,
    ]);
    return pageOf(visit, alias, organizations?.body.items ?? []);
  },
  acts: {
    add: {
      needs: "settings:write",
      async run({ api, form, once }) {
        const alias = filled(form, "alias") ?? "";
        const secret = secretIn(form);
        const preset = PRESETS.find((one) => one === form.get("preset"));
        const organization = filled(form, "organization");
        const { issuer, scopes, ...settings } = settingsIn(form);
        const body = {
          ...settings,
          alias,
          secret: secret === undefined ? "" : secret,
          ...(issuer !== "" && { issuer }),
          ...(scopes.length > 0 && { scopes }),
          ...(preset !== undefined && { preset }),
          ...(organization !== undefined && { organization }),
        };
        await api.addProvider({ body, idempotencyKey: once });
        return { to: `${LIST}/${part(alias)}`, done: "provider_added" };
      },
    },
  },
};

const pageOf = (
  { issuer }: Pick<Visit, "issuer">,
  alias: string,
  organizations: Parameters<typeof organizationField>[0],
): Page => ({
  id: "any-provider",
  title: { key: "providers.add" },
  lead: { key: "providers.new.lead" },
  crumbs: [{ href: LIST, label: "providers.title" }],
  sections: [
    {
      id: "register",
      title: "providers.register",
      facts: [{ label: "providers.redirect_uri", value: { text: federationCallback(issuer, alias), isCode: true } }],
      form: {
        act: "use-alias",
        isQuestion: true,
        submit: "providers.use_alias",
        fields: [neededText("providers.alias", LONGEST_ALIAS, { hasHint: true, value: alias })],
      },
    },
    {
      id: "new",
      title: "providers.credentials",
      form: {
        act: "add",
        submit: "providers.add",
        hidden: [{ name: "alias", value: alias }],
        fields: [
          ...providerFields(undefined),
          ...advanced([...organizationField(organizations), presetField].map(half)),
        ],
      },
    },
  ],
});

const presetField = field("choice", "providers.preset", {
  hasHint: true,
  options: ["", ...PRESETS].map((value) => ({
    value,
    ...(value === "" ? { label: "providers.preset.none" } : { text: PRESET_NAMES[value] ?? value }),
  })),
});
