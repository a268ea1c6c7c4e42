/** Shapes that several operations share. */
import { z } from "zod";

export const time = z.iso.datetime().meta({ description: "a time in UTC (RFC 3339)" });

/** A time as answers spell it; null for none. */
export const written = (date: Date | null): string | null => date?.toISOString() ?? null;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Whether a part of a path can be the id of a row. */
export const isId = (text: string | undefined): text is string => text !== undefined && UUID.test(text);

/** The time of a parameter, where it was sent. */
export const dateOf = (sent: string | undefined): Date | undefined => (sent === undefined ? undefined : new Date(sent));
