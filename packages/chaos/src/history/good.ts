/** Which requests were answered well, and which failed: all others were refused. */
import type { Asked } from "./entry.ts";

const GOOD = new Set([200, 201, 302, 303]);
export const isGood = ({ status, error }: Asked) => GOOD.has(status) && error === undefined;

/** No answer, or one that says that the service failed. */
export const isFailed = ({ status }: Pick<Asked, "status">) => status === 0 || status >= 500;
