/** What an import is about to do, or did, with its color. */
import type { Answer } from "@countersign/admin-client";
import type { Badge, Tone } from "../../views/model.ts";

type State = Answer<"readImport">["body"]["state"];

const TONES: Readonly<Record<State, Tone>> = {
  receiving: "warn",
  checking: "accent",
  checked: "warn",
  running: "accent",
  done: "good",
  cancelled: "plain",
  failed: "bad",
};

export const stateOf = (state: State): Badge => ({ badge: `imports.state.${state}`, tone: TONES[state] });
