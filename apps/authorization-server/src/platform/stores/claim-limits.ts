/** How many deliveries of an outbox are claimed: in total, and of one owner. Some owners have another number. */
export interface ClaimLimits {
  readonly most: number;
  readonly mostOfOne: number;
  /** How many of these owners; 0 for none. */
  readonly mostOf: ReadonlyMap<string, number>;
}
