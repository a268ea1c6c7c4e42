import { filled } from "../../views/form.ts";
import type { Section } from "../../views/model.ts";
import { part } from "../list.ts";
import type { Screen } from "../screen.ts";
import { organizationField, providerFields, secretIn, settingsIn } from "./provider-form.ts";

const PATH = "/settings/providers";

/** Known providers without ID tokens, and their names. */
const PRESETS = ["github"] as const;
const PRESET_NAMES: Readonly<Record<string, string>> = { github: "GitHub" };

/** The providers at which people may sign in, and a form for another one. */
export const listProviders: Screen = {
  path: PATH,
  place: "providers.title",
  needs: "settings:read",
  async show({ api, may }) {
    const [{ body }, organizations] = await Promise.all([
      api.listProviders(),
      may("settings:write") && may("organizations:read") ? api.listOrganizations({ query: { limit: 200 } }) : undefined,
    ]);
    return {
      id: "providers",
      title: { key: "providers.title" },
      lead: { key: "providers.lead" },
      sections: [
        {
          id: "list",
          title: "providers.title",
          table: {
            id: "providers-table",
            columns: [
              "providers.name",
              "providers.issuer",
              "providers.mode",
              "providers.domains",
              "status",
              "managed_by",
            ],
            empty: "providers.empty",
            rows: body.items.map((provider) => ({
              cells: [
                { text: provider.name, href: `${PATH}/${part(provider.alias)}` },
                { text: provider.issuer, isCode: true },
                { word: `providers.mode.${provider.mode}` },
                { tags: provider.domains },
                { word: provider.enabled ? "status.enabled" : "status.disabled" },
                { lock: provider.managed_by },
              ],
            })),
          },
        },
        ...(may("settings:write") ? [newSection(organizations?.body.items ?? [])] : []),
      ],
    };
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
        return { to: `${PATH}/${part(alias)}`, done: "provider_added" };
      },
    },
  },
};

const newSection = (organizations: Parameters<typeof organizationField>[0]): Section => ({
  id: "new",
  title: "providers.new",
  lead: { key: "providers.new.lead" },
  form: {
    act: "add",
    submit: "providers.add",
    fields: [
      {
        name: "alias",
        label: "providers.alias",
        type: "text" as const,
        hint: "providers.alias.hint",
        isRequired: true,
        maxLength: 40,
      },
      {
        name: "preset",
        label: "providers.preset",
        type: "choice" as const,
        hint: "providers.preset.hint",
        options: ["", ...PRESETS].map((value) => ({
          value,
          ...(value === "" ? { label: "providers.preset.none" } : { text: PRESET_NAMES[value] ?? value }),
        })),
      },
      ...organizationField(organizations),
      ...providerFields(undefined),
    ],
  },
});
