/** Adds a provider with every setting that there is. */
import { field, neededText } from "../../views/fields.ts";
import { filled } from "../../views/form.ts";
import type { Page } from "../../views/model.ts";
import { part } from "../lists/list.ts";
import type { Screen } from "../screen.ts";
import { organizationField, providerFields, secretIn, settingsIn } from "./provider-form.ts";

const LIST = "/settings/providers";

/** Known providers without ID tokens, and their names. */
const PRESETS = ["github"] as const;
const PRESET_NAMES: Readonly<Record<string, string>> = { github: "GitHub" };

export const anyProvider: Screen = {
  path: `${LIST}/all/settings`,
  needs: "settings:write",
  async show({ api, may }) {
    const organizations = may("organizations:read")
      ? await api.listOrganizations({ query: { limit: 200 } })
      : undefined;
    return pageOf(organizations?.body.items ?? []);
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

const pageOf = (organizations: Parameters<typeof organizationField>[0]): Page => ({
  id: "any-provider",
  title: { key: "providers.add" },
  lead: { key: "providers.new.lead" },
  crumbs: [{ href: LIST, label: "providers.title" }],
  sections: [
    {
      id: "new",
      title: "providers.registration",
      form: {
        act: "add",
        submit: "providers.add",
        fields: [
          neededText("providers.alias", 40, { hasHint: true }),
          field("choice", "providers.preset", {
            hasHint: true,
            options: ["", ...PRESETS].map((value) => ({
              value,
              ...(value === "" ? { label: "providers.preset.none" } : { text: PRESET_NAMES[value] ?? value }),
            })),
          }),
          ...organizationField(organizations),
          ...providerFields(undefined),
        ],
      },
    },
  ],
});
