/** What clients have at the point, and how each is tried after the restore. */
import { openBrowser } from "../clients/browser.ts";
import { basic, membersOf } from "../clients/http.ts";
import {
  clientCredentials,
  exchange,
  exchangeOnce,
  introspect,
  readRegistration,
  refresh,
  register,
  revoke,
  signIn,
  silently,
  userinfo,
} from "../clients/steps.ts";
import { type Tokens, tokensOf, type World } from "../clients/world.ts";
import type { Deployment } from "../topology/deployment.ts";

export type Scene = World & Pick<Deployment, "command">;

/** What was made before the point. */
interface Made {
  /** What happens to it in the time that is lost. */
  goOn?(): Promise<unknown>;
  /** Whether it is of use; if this rejects, it is not. */
  works(): Promise<boolean>;
}

export interface Row {
  readonly what: string;
  readonly must: "works" | "refused";
  make(scene: Scene): Promise<Made>;
}

/** @throws Error if there is none, as the drill cannot go on without it */
function had<T>(thing: T | undefined, what: string): T {
  if (thing === undefined) throw new Error(`There is no ${what}`);
  return thing;
}

export async function codeOf(scene: Scene, person: string, password?: string): Promise<string> {
  const world = password === undefined ? scene : { ...scene, password };
  return had(await signIn(world, openBrowser(world, person)), `code of ${person}`);
}

const tokensFor = async (scene: Scene, person: string): Promise<Tokens> =>
  had(await exchange(scene, await codeOf(scene, person)), `tokens of ${person}`);

/** Whether any of these tokens is of use. */
async function honoured(scene: Scene, { access, ...rest }: Tokens): Promise<boolean> {
  const { status } = await userinfo(scene, access);
  const { active } = membersOf(await introspect(scene, access));
  return status === 200 || active === true || (await refresh(scene, { access, ...rest })) !== undefined;
}

async function keyIds({ http, issuer }: Scene): Promise<readonly string[]> {
  const { keys } = membersOf(await http.send(`${issuer}/jwks`));
  return (keys as { kid: string }[]).map(({ kid }) => kid);
}

const ownToken = ({ http, issuer }: Scene, client: World["service"]) =>
  http.send(`${issuer}/token`, { form: { grant_type: "client_credentials" }, headers: basic(client) });

export const ROWS_OF_CLIENTS: readonly Row[] = [
  {
    what: "an access token and a refresh token that were revoked",
    must: "refused",
    async make(scene) {
      const tokens = await tokensFor(scene, "alice");
      return { goOn: () => revoke(scene, tokens), works: () => honoured(scene, tokens) };
    },
  },
  {
    what: "a refresh token that was replaced, and the one after it",
    must: "refused",
    async make(scene) {
      const tokens = await tokensFor(scene, "alice");
      let next = tokens;
      return {
        async goOn() {
          next = had(await refresh(scene, tokens), "next refresh token");
        },
        works: async () => (await honoured(scene, tokens)) || honoured(scene, next),
      };
    },
  },
  {
    what: "tokens that were valid at the point",
    must: "refused",
    async make(scene) {
      const tokens = await tokensFor(scene, "alice");
      return { works: () => honoured(scene, tokens) };
    },
  },
  {
    what: "a session that was ended",
    must: "refused",
    async make(scene) {
      const browser = openBrowser(scene, "bob");
      had(await signIn(scene, browser), "code of bob");
      return {
        goOn: async () => scene.command(["users", "end-sessions", "bob"]),
        works: async () => (await silently(scene, browser)).code !== undefined,
      };
    },
  },
  {
    what: "a session that was valid at the point",
    must: "refused",
    async make(scene) {
      const browser = openBrowser(scene, "alice");
      had(await signIn(scene, browser), "code of alice");
      return { works: async () => (await silently(scene, browser)).code !== undefined };
    },
  },
  {
    what: "a client that was deleted",
    must: "refused",
    async make(scene) {
      const asked = "clients add --name Deleted --grant-type client_credentials --scope chaos:read --json";
      const { client_id: id, client_secret: secret } = JSON.parse(scene.command(asked.split(" ")));
      return {
        goOn: async () => scene.command(["clients", "remove", id]),
        works: async () => (await ownToken(scene, { id, secret })).status === 200,
      };
    },
  },
  {
    what: "a client that was registered after the point",
    must: "refused",
    async make(scene) {
      let made: Awaited<ReturnType<typeof register>>;
      return {
        async goOn() {
          made = had(await register(scene), "registered client");
        },
        works: async () => (await readRegistration(scene, had(made, "registered client"))).status === 200,
      };
    },
  },
  {
    what: "an initial access token",
    must: "refused",
    make: async (scene) => ({ works: async () => (await register(scene)) !== undefined }),
  },
  {
    what: "signing keys",
    must: "refused",
    async make(scene) {
      const before = await keyIds(scene);
      return { works: async () => (await keyIds(scene)).some((kid) => before.includes(kid)) };
    },
  },
  {
    what: "the secret of a client",
    must: "works",
    make: async (scene) => ({ works: async () => (await clientCredentials(scene)).status === 200 }),
  },
  {
    what: "a registered client and its registration access token",
    must: "works",
    async make(scene) {
      const made = had(await register(scene), "registered client");
      return { works: async () => (await readRegistration(scene, made)).status === 200 };
    },
  },
  {
    what: "a password, by which an application gets tokens and uses them",
    must: "works",
    make: async (scene) => ({ works: async () => honoured(scene, await tokensFor(scene, "carol")) }),
  },
  // The last one: a code is valid for a minute.
  {
    what: "a code that was redeemed, and what was issued for it",
    must: "refused",
    async make(scene) {
      const code = await codeOf(scene, "alice");
      let tokens: Tokens | undefined;
      return {
        async goOn() {
          tokens = had(await exchange(scene, code), "tokens for the code");
        },
        works: async () =>
          tokensOf(await exchangeOnce(scene, code)) !== undefined || honoured(scene, had(tokens, "tokens")),
      };
    },
  },
];
