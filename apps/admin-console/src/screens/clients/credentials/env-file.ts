/** The variables of an application as a file, with the secret that was just made: as long as its page shows it. */
import type { Handler } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import { environmentOf } from "../../../quickstarts/quickstarts.ts";
import { againIfEnded, arrive } from "../../handling/arrival.ts";
import { sendFile } from "../../lists/send-file.ts";
import { addressOf, kindOf, textsIn } from "../client.ts";

const NEEDS = "clients:read";

/** The address of the file. */
export const envFileOf = (clientId: string): string => `${addressOf(clientId)}/env`;

export const envFile =
  (deps: Dependencies): Handler =>
  async (call) => {
    const page = call.path.replace(/\/env$/, "");
    const arrived = await arrive({ needs: NEEDS, partOf: page }, call, deps);
    if (arrived === undefined) return;
    const { secret, api, params, issuer } = arrived.visit;
    // A secret that is shown no more is in no file either.
    if (secret === undefined) return call.redirect(page);
    const read = api.readClient({ path: { id: params.id ?? "" } });
    const answer = await read.catch((err: unknown) => againIfEnded(err, call, deps));
    if (answer === undefined) return;
    const { body: client } = answer;
    const [redirectUri] = textsIn(client.redirect_uris);
    const values = { issuer, clientId: client.client_id, redirectUri, kind: kindOf(client) };
    const text = `${environmentOf(values, secret)}\n`;
    await sendFile(call, { name: ".env", type: "text/plain; charset=utf-8", text: [text] });
  };
