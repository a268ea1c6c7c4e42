import { markOf } from "@countersign/pages";
import type { Section } from "../../views/model.ts";
import { listSection } from "../../views/sections.ts";
import { part, wholeOf } from "../lists/list.ts";
import type { Screen } from "../screen.ts";
import { statusBadge } from "../status.ts";
import { KNOWN_PROVIDERS, type KnownProvider } from "./known-providers.ts";

const PATH = "/settings/providers";

/** The providers at which people may sign in, and those that can be added. */
export const listProviders: Screen = {
  path: PATH,
  place: "providers.title",
  needs: "settings:read",
  async show({ api, may }) {
    const { body } = await api.listProviders();
    return {
      id: "providers",
      title: { key: "providers.title" },
      lead: { key: "providers.lead" },
      total: wholeOf(body.items),
      sections: [
        listSection("providers", "providers.all", {
          columns: [
            "providers.name",
            "providers.issuer",
            "providers.mode",
            "providers.domains",
            "status",
            "managed_by",
          ],
          empty: { title: "providers.empty", lead: "providers.empty.lead", icon: "log-in" },
          rows: body.items.map((provider) => ({
            cells: [
              {
                ...{ named: provider.name, href: `${PATH}/${part(provider.alias)}`, below: provider.alias },
                ...{ look: "thing", mark: markOf(provider.issuer) },
              },
              { text: provider.issuer, isCode: true },
              { word: `providers.mode.${provider.mode}` },
              { tags: provider.domains },
              statusBadge(provider.enabled ? "enabled" : "disabled"),
              { lock: provider.managed_by },
            ],
          })),
        }),
        ...(may("settings:write") ? [gallery] : []),
      ],
    };
  },
};

const gallery: Section = {
  id: "gallery",
  title: "providers.add",
  lead: { key: "providers.gallery.lead" },
  cards: Object.entries<KnownProvider>(KNOWN_PROVIDERS).map(([known, { name, mark }]) => ({
    mark,
    href: `${PATH}/${known}/new`,
    id: `add-${known}`,
    ...(name === undefined ? { label: `providers.known.${known}`, text: "OpenID" } : { text: name }),
  })),
  links: [{ href: `${PATH}/all/settings`, label: "providers.all_settings", id: "all-settings" }],
};
