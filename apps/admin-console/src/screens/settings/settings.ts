import type { Answer } from "@countersign/admin-client";
import type { Page, Section } from "../../views/model.ts";
import type { Screen } from "../screen.ts";
import { addressOf, apiScreens } from "./apis.ts";
import { configuration } from "./configuration.ts";
import { hookScreens } from "./hooks/hooks.ts";
import { looks } from "./looks.ts";
import { listMails } from "./mails.ts";
import { trustedIssuerScreens } from "./trusted-issuers/trusted-issuers.ts";
import { webhookScreens } from "./webhooks/webhooks.ts";

/** The resource servers and keys of the deployment. */
const settings: Screen = {
  path: "/settings",
  place: "settings.title",
  needs: "settings:read",
  async show({ api, may }) {
    const [servers, keys] = await Promise.all([api.listResourceServers(), api.listKeys()]);
    return {
      id: "settings",
      title: { key: "settings.title" },
      links: [
        { href: "/settings/providers", label: "providers.title", id: "providers" },
        { href: "/settings/terms", label: "terms.title", id: "terms" },
        { href: "/settings/looks", label: "looks.title", id: "looks" },
        { href: "/settings/webhooks", label: "webhooks.title", id: "webhooks" },
        { href: "/settings/hooks", label: "hooks.title", id: "hooks" },
        ...(may("clients:read")
          ? [{ href: "/settings/trusted-issuers", label: "issuers.title", id: "trusted-issuers" }]
          : []),
        { href: "/settings/mails", label: "mails.title", id: "mails" },
        { href: "/settings/configuration", label: "configuration.title", id: "configuration", isPrimary: true },
      ],
      sections: [
        serversSection(servers.body.items, may("settings:write")),
        keysSection(keys.body.items, may("settings:write")),
      ],
    } satisfies Page;
  },
  acts: {
    "rotate-keys": {
      needs: "settings:write",
      confirmation: { label: "keys.rotate", warning: { key: "keys.rotate.warning" } },
      async run({ api, once }) {
        await api.rotateKeys({ idempotencyKey: once });
        return { to: "/settings", done: "keys_rotated" };
      },
    },
  },
};

const serversSection = (servers: Answer<"listResourceServers">["body"]["items"], mayAdd: boolean): Section => ({
  id: "resource-servers",
  title: "settings.resource_servers",
  lead: { key: "settings.resource_servers.lead" },
  table: {
    id: "servers-table",
    columns: ["settings.name", "settings.resource", "settings.scopes", "status", "managed_by"],
    empty: "none",
    rows: servers.map((server) => ({
      cells: [
        { text: server.name, href: addressOf(server.resource) },
        { text: server.resource, isCode: true },
        { tags: server.scopes },
        { word: server.enabled ? "status.enabled" : "status.disabled" },
        server.is_of_service ? { word: "settings.of_service" } : { lock: server.managed_by },
      ],
    })),
  },
  ...(mayAdd && { links: [{ href: "/settings/apis/new", label: "apis.new", id: "new-api" }] }),
});

const keysSection = (keys: Answer<"listKeys">["body"]["items"], mayRotate: boolean): Section => ({
  id: "keys",
  title: "keys.title",
  table: {
    id: "keys-table",
    columns: ["keys.alg", "keys.state", "keys.signs_from", "keys.signs_until", "keys.kid"],
    empty: "none",
    rows: keys.map((key) => ({
      cells: [
        { text: key.alg },
        { word: `keys.state.${key.state}` },
        { at: key.signs_from },
        { at: key.signs_until },
        { text: key.kid, isCode: true },
      ],
    })),
  },
  ...(mayRotate && { buttons: [{ act: "rotate-keys", label: "keys.rotate" }] }),
});

export const settingsScreens: readonly Screen[] = [
  settings,
  looks,
  listMails,
  configuration,
  ...apiScreens,
  ...hookScreens,
  ...trustedIssuerScreens,
  ...webhookScreens,
];
