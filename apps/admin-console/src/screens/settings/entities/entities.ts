/** The screens of all entities. Most have nothing beside their fields. */
import type { Screen } from "../../screen.ts";
import { addHookClients } from "../hook-clients.ts";
import { blockedAddressExtras } from "./blocked-addresses.ts";
import { type Entity, type Extras, SHOWN } from "./entity.ts";
import { exchangePolicyExtras } from "./exchange-policies.ts";
import { hookExtras } from "./hooks.ts";
import { resourceServerExtras } from "./resource-servers.ts";
import { roleExtras } from "./roles.ts";
import { entityScreens } from "./screens.ts";
import { trustedIssuerExtras } from "./trusted-issuers.ts";
import { webhookDelivery } from "./webhook-delivery.ts";
import { webhookExtras } from "./webhooks.ts";

const EXTRAS: Readonly<Record<string, (entity: Entity) => Extras>> = {
  blocked_addresses: () => blockedAddressExtras,
  exchange_policies: () => exchangePolicyExtras,
  hooks: hookExtras,
  resource_servers: () => resourceServerExtras,
  roles: () => roleExtras,
  trusted_issuers: () => trustedIssuerExtras,
  webhooks: webhookExtras,
};

export const screensOfEntities: readonly Screen[] = SHOWN.flatMap((entity) => [
  ...entityScreens(entity, EXTRAS[entity.many]?.(entity)),
  ...(entity.many === "webhooks" ? [webhookDelivery(entity)] : []),
  ...(entity.many === "hooks" ? [addHookClients(entity)] : []),
]);
