/** Sign-in & security: how a person signs in, their two-step verification, and all that gives access. */
import { ownCard } from "../../administration/people/own-records.ts";
import { openWaysOf } from "../../administration/ways-in/walked-ways.ts";
import type { Dependencies } from "../../dependencies.ts";
import { paths } from "../../paths.ts";
import type { SecurityRow } from "../views/models/account-centre.ts";
import { type AccountPage, type Asked, defineAccountPage } from "./page.ts";
import { offeredProviders } from "./ways-in/connections.ts";
import { areOfUse } from "./ways-in/recovery-codes.ts";

/** @param others the other pages of the account */
export const security = (others: readonly AccountPage[]): AccountPage =>
  defineAccountPage({
    path: paths.accountSecurity,
    section: "security",
    level: "R0",
    async show(asked, deps) {
      const { pages, common, userId, by } = asked;
      const [methods, steps, ways] = await Promise.all([
        methodsOf(asked, deps),
        stepsOf(asked, deps),
        openWaysOf(deps.database, userId, by.at),
      ]);
      const has = (row: SecurityRow) => others.some(({ path }) => path === row.path);
      return pages.accountSecurity({
        ...common,
        methods: methods.filter(has),
        steps: steps.filter(has),
        hasSteps: steps.some(({ name, isSet }) => isSet && STEPS.has(name)),
        ways: ways.map(({ page, ...way }) => ({ ...way, path: others.find(({ name }) => name === page)?.path })),
      });
    },
  });

/** What makes a sign-in one of two steps. */
const STEPS: ReadonlySet<string> = new Set(["app", "security-key"]);

async function methodsOf({ userId, by }: Asked, deps: Dependencies): Promise<readonly SecurityRow[]> {
  const [card, passkeys, connections, providers] = await Promise.all([
    ownCard(deps.database, userId, by.at),
    deps.passkeys.listOf(userId),
    deps.federatedIdentities.listOf(userId),
    offeredProviders(deps, by.at),
  ]);
  const own = passkeys.filter(({ use }) => use === "sign-in");
  return [
    { name: "passkeys", path: paths.accountPasskeys, isSet: own.length > 0, text: listed(own), at: lastUse(own) },
    {
      name: "password",
      path: paths.accountPassword,
      isSet: card?.hasPassword === true,
      at: card?.passwordChangedAt ?? undefined,
    },
    { name: "email", path: paths.accountEmail, isSet: card?.email != null, text: card?.email ?? undefined },
    { name: "username", path: paths.accountUsername, isSet: true, text: card?.username },
    ...(connections.length > 0 || providers.length > 0 ? [connected(connections)] : []),
  ];
}

const connected = (connections: readonly { readonly provider: string }[]): SecurityRow => ({
  name: "connections",
  path: paths.accountConnections,
  isSet: connections.length > 0,
  text: connections.map(({ provider }) => provider).join(", "),
});

async function stepsOf({ userId, by }: Asked, deps: Dependencies): Promise<readonly SecurityRow[]> {
  const [{ apps, devices, codesLeft }, passkeys, isLater] = await Promise.all([
    deps.secondFactors.listOf(userId, by.at),
    deps.passkeys.listOf(userId),
    areOfUse(userId, deps).then((isOfUse) => !isOfUse),
  ]);
  const keys = passkeys.filter(({ use }) => use === "second-factor");
  return [
    { name: "app", path: paths.accountSecondFactors, isSet: apps.length > 0, text: listed(apps), at: lastUse(apps) },
    {
      name: "security-key",
      path: paths.accountPasskeys,
      isSet: keys.length > 0,
      text: listed(keys),
      at: lastUse(keys),
    },
    { name: "codes", path: paths.accountRecoveryCodes, isSet: codesLeft > 0, isLater, text: String(codesLeft) },
    { name: "browsers", path: paths.accountSecondFactors, isSet: devices.length > 0, text: String(devices.length) },
  ];
}

const listed = (all: readonly { readonly name: string }[]) =>
  all
    .map(({ name }) => name)
    .filter((name) => name !== "")
    .join(", ");

const lastUse = (all: readonly { readonly lastUsedAt: Date | undefined }[]) =>
  all.flatMap(({ lastUsedAt }) => lastUsedAt ?? []).toSorted((a, b) => b.getTime() - a.getTime())[0];
