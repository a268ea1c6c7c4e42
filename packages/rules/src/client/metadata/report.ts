/** Reports which member is wrong, and why. */
export type Report = (path: PropertyKey[], message: string) => void;
