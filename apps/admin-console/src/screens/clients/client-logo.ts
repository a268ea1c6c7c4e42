/** The logo of an application, from our own origin: a browser of our pages contacts no other one. */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../dependencies.ts";
import { arrive } from "../handling/arrival.ts";
import { part } from "../lists/list.ts";
import { addressOf } from "./client.ts";

const NEEDS = "clients:read";
const TIMEOUT_MS = 5000;
/** The authorization server keeps no larger one. */
const MOST_BYTES = 1_048_576;
const TYPES = ["image/png", "image/jpeg", "image/webp"];
const MAX_AGE_SECONDS = 300;

/** The address of the picture. */
export const logoOf = (clientId: string): string => `${addressOf(clientId)}/logo`;

export const clientLogo =
  (deps: Dependencies): Handler =>
  async (call) => {
    const arrived = await arrive({ needs: NEEDS, partOf: true }, call, deps);
    if (arrived === undefined) return;
    const { issuer, params } = arrived.visit;
    const picture = await pictureAt(`${issuer}/logo/${part(params.id ?? "")}`);
    if (picture === undefined) return call.end(404, { "cache-control": "no-store" });
    call.send(picture.bytes, { "content-type": picture.type, "cache-control": `private, max-age=${MAX_AGE_SECONDS}` });
  };

/** The picture at an address. It is undefined after any error: the page shows initials then. */
async function pictureAt(url: string): Promise<{ readonly bytes: Buffer; readonly type: string } | undefined> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(TIMEOUT_MS), redirect: "error" });
    const type = TYPES.find((one) => one === answer.headers.get("content-type"));
    const isShort = Number(answer.headers.get("content-length") ?? Number.NaN) <= MOST_BYTES;
    if (!(answer.ok && type !== undefined && isShort)) {
      await answer.body?.cancel();
      return undefined;
    }
    return { bytes: Buffer.from(await answer.arrayBuffer()), type };
  } catch {
    return undefined;
  }
}
