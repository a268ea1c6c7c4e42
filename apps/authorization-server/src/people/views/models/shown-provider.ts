/** What pages show of other providers. */
import { type MarkName, markOf } from "@countersign/pages";

export interface ShownProvider {
  readonly alias: string;
  readonly name: string;
  /** Whose mark is shown; undefined for one that we have no mark of, which has its initial. */
  readonly mark: MarkName | undefined;
}

export const shownProvider = ({
  alias,
  name,
  issuer,
}: {
  alias: string;
  name: string;
  issuer: string;
}): ShownProvider => ({
  alias,
  name,
  mark: markOf(issuer),
});

/** An identity at another provider, as its person recognises it. */
export interface ConnectingDisplay {
  readonly provider: string;
  /** The address that the provider stated. */
  readonly address: string | undefined;
}
