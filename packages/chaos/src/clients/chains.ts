/** Chains of refresh tokens, for each kind of client. */
import { boundWorld } from "./bound.ts";
import { openBrowser } from "./browser.ts";
import { exchange, introspect, refresh, revoke, signIn, signInPushed, userinfo } from "./steps.ts";
import { type Loop, personOf, signedIn } from "./turns.ts";
import type { Tokens, World } from "./world.ts";

export const refreshChain: Loop = (world, index) => {
  const next = signedIn(world, index);
  let tokens: Tokens | undefined;
  return async () => {
    const code = tokens === undefined ? await next() : undefined;
    if (tokens !== undefined) tokens = await refresh(world, tokens);
    else if (code !== undefined) tokens = await exchange(world, code);
    if (tokens === undefined) return;
    await userinfo(world, tokens.access);
    await introspect(world, tokens.access);
  };
};

const MOST_REFRESHES = 10;

/** Short chains whose client pushes each request, and proves its key at every step. */
export const boundChain: Loop = (world, index) => {
  let bound: World | undefined;
  let tokens: Tokens | undefined;
  let refreshes = 0;
  return async () => {
    bound ??= await boundWorld(world);
    if (tokens === undefined || refreshes === MOST_REFRESHES) {
      const code = await signInPushed(bound, openBrowser(bound, personOf(world, index)));
      tokens = code === undefined ? undefined : await exchange(bound, code);
      refreshes = 0;
    } else {
      tokens = await refresh(bound, tokens);
      refreshes += 1;
    }
    if (tokens === undefined) return;
    await userinfo(bound, tokens.access);
    await introspect(bound, tokens.access);
  };
};

const REFRESHES_BEFORE_REVOCATION = 4;
const MOST_REVOKED = 10;

/** Short chains that end by a revocation, after which their tokens are tried. */
const revokedChain =
  (worldOf: (world: World) => World): Loop =>
  (world, index) => {
    const own = worldOf(world);
    const revoked: Tokens[] = [];
    let tokens: Tokens | undefined;
    let refreshes = 0;

    async function begin(): Promise<void> {
      const code = await signIn(own, openBrowser(own, personOf(own, index)));
      tokens = code === undefined ? undefined : await exchange(own, code);
      refreshes = 0;
    }

    async function end(last: Tokens): Promise<void> {
      tokens = undefined;
      if ((await revoke(own, last)).status === 200) revoked.push(last);
      if (revoked.length > MOST_REVOKED) revoked.shift();
      for (const one of new Set([revoked[0], revoked.at(-1)])) {
        if (one === undefined) continue;
        await show(own, one);
        await refresh(own, one);
      }
    }

    return async () => {
      if (tokens === undefined) await begin();
      else if (refreshes === REFRESHES_BEFORE_REVOCATION) await end(tokens);
      else {
        tokens = await refresh(own, tokens);
        refreshes += 1;
      }
      if (tokens !== undefined) await show(own, tokens);
    };
  };

/** Uses an access token. A public client may not ask about it. */
async function show(world: World, { access }: Tokens): Promise<void> {
  await userinfo(world, access);
  if (world.by !== "public") await introspect(world, access);
}

/** A public client. */
export const openChain = revokedChain((world) => ({ ...world, client: world.open, by: "public" }));

/** A client that shows a certificate wherever it asks for tokens or uses them. */
export const certifiedChain = revokedChain((world) => ({
  ...world,
  ...world.certificates,
  client: world.certified,
  by: "certificate",
}));
