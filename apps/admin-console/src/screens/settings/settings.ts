import type { Answer } from "@countersign/admin-client";
import type { Page, Section, Tone } from "../../views/model.ts";
import type { Screen } from "../screen.ts";
import { statusBadge } from "../status.ts";
import { addressOf, apiScreens } from "./apis.ts";
import { configuration } from "./configuration.ts";
import { screensOfEntities } from "./entities/entities.ts";
import { looks } from "./looks.ts";
import { listMails } from "./mails.ts";

/** The APIs of the deployment. */
const settings: Screen = {
  path: "/settings",
  place: "apis.title",
  needs: "settings:read",
  async show({ api, may }) {
    const servers = await api.listResourceServers();
    return {
      id: "settings",
      title: { key: "apis.title" },
      lead: { key: "settings.resource_servers.lead" },
      ...(may("settings:write") && {
        links: [{ href: "/settings/apis/new", label: "apis.new", id: "new-api", isPrimary: true } as const],
      }),
      sections: [serversSection(servers.body.items)],
    } satisfies Page;
  },
};

/** The keys that sign, will sign, or did. */
const signingKeys: Screen = {
  path: "/settings/keys",
  place: "keys.title",
  needs: "settings:read",
  async show({ api, may }) {
    const { body } = await api.listKeys();
    return { id: "keys", title: { key: "keys.title" }, sections: [keysSection(body.items, may("settings:write"))] };
  },
  acts: {
    "rotate-keys": {
      needs: "settings:write",
      confirmation: { label: "keys.rotate", warning: { key: "keys.rotate.warning" } },
      async run({ api, once }) {
        await api.rotateKeys({ idempotencyKey: once });
        return { to: "/settings/keys", done: "keys_rotated" };
      },
    },
  },
};

const serversSection = (servers: Answer<"listResourceServers">["body"]["items"]): Section => ({
  id: "resource-servers",
  title: "settings.resource_servers",
  table: {
    id: "servers-table",
    columns: ["settings.name", "settings.resource", "settings.scopes", "status", "managed_by"],
    empty: "none",
    rows: servers.map((server) => ({
      cells: [
        { text: server.name, href: addressOf(server.resource) },
        { text: server.resource, isCode: true },
        { tags: server.scopes },
        statusBadge(server.enabled),
        server.is_of_service ? { word: "settings.of_service" } : { lock: server.managed_by },
      ],
    })),
  },
});

type KeyState = Answer<"listKeys">["body"]["items"][number]["state"];

const KEY_TONES: Readonly<Record<KeyState, Tone>> = { waiting: "plain", signing: "good", retired: "plain" };

const keysSection = (keys: Answer<"listKeys">["body"]["items"], mayRotate: boolean): Section => ({
  id: "signing-keys",
  title: "keys.list",
  table: {
    id: "keys-table",
    columns: ["keys.alg", "keys.state", "keys.signs_from", "keys.signs_until", "keys.kid"],
    empty: "none",
    rows: keys.map((key) => ({
      cells: [
        { text: key.alg },
        { badge: `keys.state.${key.state}`, tone: KEY_TONES[key.state] },
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
  signingKeys,
  looks,
  listMails,
  configuration,
  ...apiScreens,
  ...screensOfEntities,
];
