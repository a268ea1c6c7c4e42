/** How many deliveries of an outbox are claimed: in total, of one owner, and of which owners none. */
export interface ClaimLimits {
  readonly most: number;
  readonly mostOfOne: number;
  readonly exceptOwners: readonly string[];
}
