/** The identities at other providers with which a person can sign in: connecting one, and taking one away. */
import type { RequestParameters } from "@countersign/rules";
import type { Call, Handler } from "@countersign/service";
import { connectIdentity, disconnectIdentity } from "../../../administration/people/federated-identities.ts";
import type { Dependencies } from "../../../dependencies.ts";
import { pathBelow, paths } from "../../../paths.ts";
import { queryOf } from "../../../platform/http/parameters.ts";
import { ACCOUNT_PLACE, beginAttempt } from "../../sign-in/federation/attempt.ts";
import { addressAt, answerOf, identityOf } from "../../sign-in/federation/exchange.ts";
import { shownProvider } from "../../views/models/shown-provider.ts";
import { type Asked, defineAccountPage, findSession, type Outcome } from "../page.ts";
import { isEnough } from "./stronger.ts";

type Problem = "last" | "demanded" | "away";

export const connections = defineAccountPage({
  path: paths.accountConnections,
  name: "connections",
  section: "security",
  level: "R2",

  show: (asked, deps) => page(asked, deps),

  async act(asked, form, deps, call) {
    const action = form.get("action");
    if (action === "connect") return connect(asked, form, deps, call);
    return action === "remove" ? remove(asked, form, deps, call) : { kind: "missing" };
  },
});

/** The person leaves for the provider, and comes back at `connectionCallback`. */
async function connect(asked: Asked, form: RequestParameters, deps: Dependencies, call: Call): Promise<Outcome> {
  const provider = await deps.identityProviders.find(form.get("provider") ?? "");
  const browser = deps.cookies.browser(call.req);
  if (provider === undefined || browser === undefined) return { kind: "missing" };
  const binding = { browser, place: ACCOUNT_PLACE, providerId: provider.id, userId: asked.userId };
  const to = await addressAt(provider, beginAttempt(binding, deps.challenges), deps);
  if (to === undefined) return again(asked, "away", deps);
  call.redirect(to.href);
  return { kind: "answered" };
}

const callbackIn = (call: Call) => ({
  alias: call.params.alias ?? "",
  response: queryOf(call),
  reference: call.requestId,
});

/** Ends what `connect` began. The session must be of the same person, in the same browser. */
export const connectionCallback =
  (deps: Dependencies): Handler =>
  async (call) => {
    const session = await findSession(deps, call);
    const browser = deps.cookies.browser(call.req);
    const back = (notice: string) =>
      call.redirect(`${pathBelow(deps.issuer, paths.accountConnections)}?${new URLSearchParams({ done: notice })}`);
    if (session === undefined || browser === undefined) return back("not_connected");

    const { userId } = session.signIn;
    const binding = { browser, place: ACCOUNT_PLACE, userId };
    const { provider, answer } = await answerOf(callbackIn(call), binding, {}, deps);
    const identity = answer && identityOf(provider, answer);
    if (identity === undefined) return back("not_connected");
    const by = { actor: { kind: "person", userId }, at: deps.now(), ...call.from } as const;
    const connected = { userId, identity, browser: call.req.headers["user-agent"] ?? "", sessionId: session.id };
    back(NOTICES[await connectIdentity(deps, connected, by)]);
  };

const NOTICES = { connected: "connected", known: "already_connected", ended: "not_connected" } as const;

async function remove(asked: Asked, form: RequestParameters, deps: Dependencies, call: Call): Promise<Outcome> {
  const own = { userId: asked.userId, id: form.get("id") ?? "", browser: call.req.headers["user-agent"] ?? "" };
  const removed = await disconnectIdentity(deps, own, isEnough(deps), asked.by);
  if (removed === "missing") return { kind: "missing" };
  return removed === "removed" ? { kind: "done", notice: "disconnected" } : again(asked, removed, deps);
}

const again = async (asked: Asked, problem: Problem, deps: Dependencies): Promise<Outcome> => ({
  kind: "show",
  page: await page(asked, deps, problem),
  status: 422,
});

async function page({ pages, common, userId }: Asked, deps: Dependencies, problem?: Problem): Promise<string> {
  const [connections, offered] = await Promise.all([
    deps.federatedIdentities.listOf(userId),
    offeredProviders(deps, deps.now()),
  ]);
  const providers = offered.map(shownProvider);
  return pages.accountConnections({ ...common, problem, connections, providers });
}

/** Where anyone may have an account: people come to the provider of an organization by its domains, or by a request. */
export const offeredProviders = async ({ identityProviders }: Pick<Dependencies, "identityProviders">, at: Date) =>
  (await identityProviders.listed(at)).filter(({ organization }) => organization === null);
