/** The services as bundles, which images and `npm start` run: they find everything that is beside their sources. */
import { redisInstalled, startRedis, type TestRedis } from "@countersign/ephemeral/test-redis";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addResourceServer } from "../../src/administration/resource-servers/resource-servers.ts";
import { byOperatorAt } from "../acts/acts.ts";
import { type CountedServices, startCountedServices } from "../hot-works/counted-services.ts";
import { REPORTS, WORKS } from "../hot-works/works.ts";
import { bundled } from "../servers/bundles.ts";
import { noon, openWorld, type World } from "../world.ts";

/** Bundling and two starts, on what may be a busy machine. */
const START_LIMIT_MS = 180_000;

describe.skipIf(!redisInstalled)("decision 168: services that run as bundles", () => {
  let world: World;
  let redis: TestRedis;
  let services: CountedServices;
  beforeAll(async () => {
    await bundled("authorization-server", "resource-server");
    world = await openWorld();
    await addResourceServer(world.database, REPORTS, byOperatorAt(noon));
    redis = await startRedis();
    services = await startCountedServices(world, redis.url, "dist/start.js");
  }, START_LIMIT_MS);
  afterAll(async () => {
    await services?.stop();
    await redis?.stop();
    await world?.close();
  });

  it.each(Object.entries(WORKS))("do the work %s", async (_, work) => {
    const once = await work(services, world);
    await once();
  });

  it.each([
    ["a page, by its template and a catalogue", "/", { "accept-language": "de" }, /<html[^>]* lang="de"/],
    ["an error page", "/authorization?client_id=nobody", {}, /<html/],
    ["the own stylesheet", "/assets/style.css", {}, /\{/],
    ["a page that there is not", "/nowhere", { accept: "text/html" }, /<html/],
    ["an endpoint that refuses", "/openid/register/nobody", {}, /invalid_token/],
  ])("answer with %s", async (_, path, headers, found) => {
    const answer = await fetch(`${services.origin}${path}`, { headers });
    expect(answer.status).toBeLessThan(500);
    expect(await answer.text()).toMatch(found);
  });
});
