/** The cost of the passwords in world.ts. A recommended hash takes forty times as long. */
export const CHEAP = { memoryCost: 1024, timeCost: 1 };
