import type { Screen } from "../screen.ts";
import { claimMapping } from "./claim-mapping.ts";
import { clientDeletion } from "./delete-client.ts";
import { listClients } from "./list-clients.ts";
import { newClient } from "./new-client.ts";
import { oneClient } from "./one-client.ts";

export const clientScreens: readonly Screen[] = [listClients, newClient, oneClient, claimMapping, clientDeletion];
