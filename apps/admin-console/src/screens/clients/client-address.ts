import { part } from "../list.ts";

/** The address of the page about an application. */
export const addressOf = (clientId: string): string => `/clients/${part(clientId)}`;
