/** What loops are made of: turns, and people who stay signed in between them. */
import { type Browser, openBrowser } from "./browser.ts";
import { signIn, silently } from "./steps.ts";
import type { World } from "./world.ts";

/** One turn of a loop. */
export type Turn = () => Promise<unknown>;
export type Loop = (world: World, index: number) => Turn;

export const personOf = ({ people }: World, index: number) => people[index % people.length] ?? "";

/** A browser of its own in which a person is signed in; another one when that session is over. */
export function signedIn(world: World, index: number): () => Promise<string | undefined> {
  let browser: Browser | undefined;
  return async () => {
    if (browser !== undefined) {
      const { code, isOver } = await silently(world, browser);
      if (isOver) browser = undefined;
      return code;
    }
    const fresh = openBrowser(world, personOf(world, index));
    const code = await signIn(world, fresh);
    if (code !== undefined) browser = fresh;
    return code;
  };
}
