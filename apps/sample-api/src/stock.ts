/**
 * The stock API, called in the name of a person: RFC 8693. The token that came here is not for that API and is never
 * sent there. It is exchanged for one that is about the same person, and that names this API as the one that acts.
 */
import { type Access, tokenOf } from "@countersign/guard";
import { readJson } from "@countersign/guard/json";
import {
  allowInsecureRequests,
  ClientSecretBasic,
  type Configuration,
  type DPoPHandle,
  discovery,
  fetchProtectedResource,
  genericGrantRequest,
  getDPoPHandle,
  ResponseBodyError,
  randomDPoPKeyPair,
} from "openid-client";
import { z } from "zod";
import type { Account } from "./config.ts";

const TOKEN_EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
const ACCESS_TOKEN = "urn:ietf:params:oauth:token-type:access_token";
const TIMEOUT_SECONDS = 10;
const LONGEST_ANSWER = 4096;

/** What the stock API answers that is of interest here. */
const reservation = z.object({ reserved_by: z.array(z.string().max(200)).max(10) });
export type Reservation = z.output<typeof reservation>;

export interface Stock {
  /**
   * Reserves an item for the person of an access. Returns undefined if the provider or the stock API refuses it or does
   * not answer.
   */
  reserve(access: Access, item: string): Promise<Reservation | undefined>;
}

interface StockOptions {
  readonly issuer: string;
  readonly account: Account;
  /** The identifier of the stock API, which is also its address. */
  readonly stockApi: string;
  /** Told why nothing was reserved. It gets no token. */
  readonly onFailure: (failure: { readonly failure: string }) => void;
}

export function openStock({ issuer, account, stockApi, onFailure }: StockOptions): Stock {
  const provider = openProvider(issuer, account, [issuer, stockApi].some(isPlainHttp));

  async function reserve(access: Access, item: string): Promise<Reservation> {
    const { configuration, DPoP } = await provider();
    // RFC 9449 §5: the token of the person may be bound to a key of the application. The new one is bound to ours.
    const { access_token: token } = await genericGrantRequest(
      configuration,
      TOKEN_EXCHANGE,
      {
        subject_token: tokenOf(access),
        subject_token_type: ACCESS_TOKEN,
        resource: stockApi,
        scope: "stock:reserve",
      },
      { DPoP },
    );
    const url = new URL(`${stockApi}/reservations`);
    const headers = new Headers({ "content-type": "application/json" });
    const body = JSON.stringify({ item });
    const answer = await fetchProtectedResource(configuration, token, url, "POST", body, headers, { DPoP });
    if (!answer.ok) throw new Error(`the stock API answered ${answer.status}`);
    return reservation.parse(readJson(await answer.text(), { longest: LONGEST_ANSWER }));
  }

  return {
    async reserve(access, item) {
      try {
        return await reserve(access, item);
      } catch (err) {
        onFailure({ failure: reasonOf(err) });
        return undefined;
      }
    },
  };
}

/** The provider as a client of it, and the key of this process. A discovery that failed is tried again. */
function openProvider(issuer: string, { clientId, clientSecret }: Account, isLocal: boolean) {
  const options = { execute: isLocal ? [allowInsecureRequests] : [], timeout: TIMEOUT_SECONDS };
  const find = async (): Promise<{ configuration: Configuration; DPoP: DPoPHandle }> => {
    const authentication = ClientSecretBasic(clientSecret);
    const configuration = await discovery(new URL(issuer), clientId, undefined, authentication, options);
    return { configuration, DPoP: getDPoPHandle(configuration, await randomDPoPKeyPair("ES256")) };
  };
  let found: ReturnType<typeof find> | undefined;
  return () => {
    found ??= find().catch((err: unknown) => {
      found = undefined;
      throw err;
    });
    return found;
  };
}

const isPlainHttp = (url: string) => url.startsWith("http:");

/** RFC 6749 §5.2: the provider says what is wrong, which the operator of this API can read. */
function reasonOf(err: unknown): string {
  if (err instanceof ResponseBodyError) return `${err.error}: ${err.error_description ?? "no description"}`;
  return err instanceof Error ? err.message : String(err);
}
