import type { Answer } from "@countersign/admin-client";
import type { Section, Tone } from "../../views/model.ts";
import { tableSection } from "../../views/sections.ts";
import type { Screen } from "../screen.ts";
import { configuration } from "./configuration.ts";
import { screensOfEntities } from "./entities/entities.ts";
import { looks } from "./looks.ts";
import { listMails } from "./mails.ts";

/** The keys that sign, will sign, or did. */
const signingKeys: Screen = {
  path: "/settings/keys",
  place: "keys.title",
  needs: "settings:read",
  async show({ api, may }) {
    const { body } = await api.listKeys();
    return {
      id: "keys",
      title: { key: "keys.title" },
      lead: { key: "keys.lead" },
      sections: [keysSection(body.items, may("settings:write"))],
    };
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

type KeyState = Answer<"listKeys">["body"]["items"][number]["state"];

const KEY_TONES: Readonly<Record<KeyState, Tone>> = { waiting: "plain", signing: "good", retired: "plain" };

const keysSection = (keys: Answer<"listKeys">["body"]["items"], mayRotate: boolean): Section => ({
  ...tableSection("keys", "keys.list", {
    columns: ["keys.alg", "keys.state", "keys.signs_from", "keys.signs_until", "keys.kid"],
    rows: keys.map((key) => ({
      cells: [
        { text: key.alg },
        { badge: `keys.state.${key.state}`, tone: KEY_TONES[key.state] },
        { at: key.signs_from },
        { at: key.signs_until, empty: "no_end" as const },
        { text: key.kid, isCopied: true },
      ],
    })),
  }),
  id: "signing-keys",
  ...(mayRotate && { buttons: [{ act: "rotate-keys", label: "keys.rotate" }] }),
});

export const settingsScreens: readonly Screen[] = [signingKeys, looks, listMails, configuration, ...screensOfEntities];
