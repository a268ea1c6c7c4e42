/** What pages show of other providers. */

export interface ShownProvider {
  readonly alias: string;
  readonly name: string;
}

/** An identity at another provider, as its person recognises it. */
export interface ConnectingDisplay {
  readonly provider: string;
  /** The address that the provider stated. */
  readonly address: string | undefined;
}
