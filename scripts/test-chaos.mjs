// `npm run test:chaos`: faults under traffic, for up to four minutes. `-- --quick`, `-- --all`,
// `-- --minutes 60 --seed 7` and `-- --only Redis` are other runs; see packages/chaos.
import { join } from "node:path";
import { become, bootstrap, giveUp, pinnedNode, root, toolEnvironment } from "./bootstrap.mjs";
import { findHaproxy, findNginx, findRedis } from "./test-tools.mjs";

await bootstrap();
for (const [name, find] of Object.entries({ redis: findRedis, nginx: findNginx, haproxy: findHaproxy })) {
  if ((await find(console.log)) === undefined) giveUp(`This needs ${name}, which could not be installed.`);
}
become(pinnedNode, [join(root, "packages", "chaos", "src", "main.ts"), ...process.argv.slice(2)], toolEnvironment());
