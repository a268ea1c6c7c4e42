/** Devices that poll while they wait for a person (RFC 8628 §3.4), at any provider. */
import { basic, connectTo, expectStatus } from "./load/http.ts";
import type { Load } from "./load/model.ts";
import type { Provider, RelyingParty } from "./provider.ts";

export const DEVICE_CODE = "urn:ietf:params:oauth:grant-type:device_code";

/** Each worker is one device. It polls faster than it may, and goes on waiting. */
export function polling({ origin, paths, devices = "", from }: Provider, client: RelyingParty): Load {
  return {
    kind: "steps",
    async open(index) {
      const connection = connectTo(origin);
      const headers = { ...from(index), authorization: basic(client.id, client.secret) };
      const began = await connection.send("POST", devices, { headers, form: { scope: "openid" } });
      const { device_code } = JSON.parse(expectStatus(began, 200, "device").body) as { device_code: string };
      const form = { grant_type: DEVICE_CODE, device_code };
      return async () => {
        const { body } = expectStatus(await connection.send("POST", paths.token, { headers, form }), 400, "poll");
        if (!WAITS.test(body)) throw new Error(`a poll was answered ${body}`);
        return true;
      };
    },
  };
}

const WAITS = /"error":"(?:authorization_pending|slow_down)"/;
