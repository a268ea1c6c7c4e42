/** Lines of an exported audit trail. */
import { csvLine } from "@countersign/service";

type Event = Readonly<Record<string, unknown>>;

/** RFC 8259, one object a line. */
export const jsonLine = (event: Event): string => `${JSON.stringify(event)}\n`;

export const csvEvent = (event: Event): string => csvLine(Object.values(event));
