/** Repeats what ended or restricted entities: trusted issuers, exchange policies, hooks, webhooks and more. */
import { blockedAddresses } from "../../../administration/blocked-addresses/entity.ts";
import { type ChangesOf, camelOf, type Fields, type NewOf, rowsOf } from "../../../administration/entity.ts";
import { addKept, changeKept, findKept, removeKept } from "../../../administration/entity-acts.ts";
import { calledOf, type Entity } from "../../../administration/entity-declaration.ts";
import { bare } from "../../../administration/entity-shapes.ts";
import {
  enableIdentityProvider,
  removeIdentityProvider,
} from "../../../administration/providers/identity-providers.ts";
import { isRefused } from "../../../administration/refused.ts";
import {
  disableResourceServer,
  enableResourceServer,
  removeResourceServer,
} from "../../../administration/resource-servers/resource-servers.ts";
import { webhooks } from "../../../administration/webhooks/entity.ts";
import { autocommit } from "../../../platform/stores/transaction.ts";
import { doneIf, type LostAct, type Repeat, textIn, withTexts } from "../treatment.ts";

/** The member of the detail that identifies one. */
const idName = (entity: { readonly one: string; readonly called?: string }): string => camelOf(calledOf(entity));

export const removed = <F extends Fields>(entity: Entity<F>): Repeat => {
  const name = idName(entity);
  return withTexts([name], async (database, texts, by) => {
    await removeKept(database, entity, texts[name] ?? "", by);
    return true;
  });
};

/** Whether one is enabled is repeated by itself: it may be refused that its other settings are as they were. */
export const changed =
  <F extends Fields>(entity: Entity<F>): Repeat =>
  async (database, act, by) => {
    const id = textIn(act, idName(entity));
    if (id === undefined) return "left";
    if ((await findKept(autocommit(database.pool), entity, id)) === undefined) return "absent";

    const { settings, isWhole } = settingsIn(entity, act);
    const { isEnabled, ...others } = settings;
    const isFit = (changes: object) =>
      changeKept(database, entity, { id, changes: changes as ChangesOf<F> }, by).then(
        () => true,
        (err: unknown) => {
          if (isRefused(err, "malformed") || isRefused(err, "unfit") || isRefused(err, "taken")) return false;
          throw err;
        },
      );
    const isSwitched = isEnabled !== undefined && (await isFit({ isEnabled }));
    const isDone = Object.keys(others).length > 0 && (await isFit(others));
    const isAll = isWhole && (isDone || Object.keys(others).length === 0);
    if (isAll) return "done";
    return isSwitched || isDone ? "in part" : "left";
  };

/** What the detail says of the settings. It has no address and no key: `isWhole` is false then. */
function settingsIn(
  entity: { readonly fields: Fields; readonly one: string; readonly called?: string },
  { detail }: LostAct,
) {
  const known = rowsOf(entity.fields, "written", "switch").filter(([, { audited }]) => audited === undefined);
  const said = known.flatMap(([wire, { as, shape }]) => {
    const name = as === "switch" ? "isEnabled" : camelOf(wire);
    const read = Object.hasOwn(detail, name) ? bare(shape).safeParse(detail[name]) : undefined;
    return read?.success === true ? [[name, read.data] as const] : [];
  });
  const others = Object.keys(detail).filter((name) => name !== idName(entity));
  const settings: Readonly<Record<string, unknown>> = Object.fromEntries(said);
  return { settings, isWhole: others.every((name) => Object.hasOwn(settings, name)) };
}

/** Adds a blocked address with its id, by which later events name it. Its reason is in no event. */
export const addressBlocked: Repeat = async (database, act, by) => {
  const [id, address] = [textIn(act, idName(blockedAddresses)), textIn(act, "address")];
  if (id === undefined || address === undefined) return "left";
  const { settings } = settingsIn(blockedAddresses, act);
  const whole = { subdomains: false, expiresAt: null, ...settings, address, reason: "" };
  const given = whole as unknown as NewOf<typeof blockedAddresses.fields>;
  return addKept(database, blockedAddresses, given, by, { id }).then(
    () => "done",
    (err: unknown) => {
      if (isRefused(err, "taken")) return "absent";
      throw err;
    },
  );
};

const IDENTIFIER = "identifier";

export const resourceServerEnabled = (isEnabled: boolean): Repeat =>
  withTexts([IDENTIFIER], (database, { identifier }, by) =>
    (isEnabled ? enableResourceServer : disableResourceServer)(database, identifier, by),
  );

// The last owner may have been removed with it. No owner is kept here.
export const resourceServerRemoved = withTexts([IDENTIFIER], (database, { identifier }, by) =>
  removeResourceServer(database, identifier, by, undefined),
);

export const providerRemoved = withTexts(["alias"], (database, { alias }, by) =>
  removeIdentityProvider(database, alias, by),
);

/** Whether it is enabled. Its other settings are up to a person: with another issuer, it needs another secret. */
export const providerChanged: Repeat = async (database, act, by) => {
  const alias = textIn(act, "alias");
  if (alias === undefined) return "left";
  const { enabled: isEnabled, alias: _, before: __, ...others } = act.detail;
  const isOnly = Object.keys(others).length === 0;
  if (typeof isEnabled !== "boolean") return "left";
  const isSwitched = await enableIdentityProvider(database, { alias, isEnabled }, by);
  return isOnly ? doneIf(isSwitched) : "in part";
};

export const webhookDisabled: Repeat = (database, act, by) =>
  changed(webhooks)(database, { ...act, detail: { webhook: act.detail.webhook, isEnabled: false } }, by);
