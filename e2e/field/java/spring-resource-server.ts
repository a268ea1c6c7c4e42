/** The resource server of Spring Boot: it verifies JWTs by the address of the issuer only, or asks by introspection. */
import { freePort } from "../../relying-parties/party.ts";
import { answersOnlyTokensWithItsScope, registerApi } from "../api.ts";
import type { FieldParty } from "../field-party.ts";
import { type Page, pageOf } from "../page.ts";
import { buildSpring, noJava, VERSIONS, whileSpringRuns } from "./spring.ts";

const byJwt = pageOf("spring-boot-resource-server");
const byIntrospection = pageOf("spring-boot-introspection");

export const springResourceServer3 = resourceServer("spring-boot-3-resource-server", VERSIONS[3], byJwt);
export const springResourceServer4 = resourceServer("spring-boot-4-resource-server", VERSIONS[4], byJwt);
export const springIntrospection3 = resourceServer("spring-boot-3-introspection", VERSIONS[3], byIntrospection);
export const springIntrospection4 = resourceServer("spring-boot-4-introspection", VERSIONS[4], byIntrospection);

function resourceServer(name: string, version: string, page: Page): FieldParty {
  return {
    name,
    version: `Spring Boot ${version}`,
    settings: page === byJwt ? "audiences; at the issuer, --access-token-typ JWT" : "",
    unavailable: noJava,
    install: (folder) => buildSpring(folder, version, "spring-boot-starter-oauth2-resource-server", byJwt),

    async run(surroundings) {
      const { world, operator, folder } = surroundings;
      const port = await freePort();
      const api = await registerApi(name, page, surroundings);
      const client =
        page === byIntrospection ? await operator.addClient(...page.clientOptions("").map(api.own)) : api.caller;
      const values = {
        "https://id.example.com": world.issuer,
        "https://orders.example.com": api.resource,
        "<client_id>": client.clientId,
        "<client_secret>": client.clientSecret ?? "",
      };
      await whileSpringRuns({ folder, port, page, values }, () => answersOnlyTokensWithItsScope(api, port));
    },
  };
}
