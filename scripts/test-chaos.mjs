// `npm run test:chaos`: faults under traffic, for up to four minutes. `-- --quick`, `-- --all`,
// `-- --minutes 60 --seed 7` and `-- --only Redis` are other runs, and `-- --redis cluster`, `-- --postgres patroni` and
// `-- --pooler pgbouncer` have other stores; see packages/chaos.
import { join } from "node:path";
import { become, bootstrap, giveUp, pinnedNode, root, toolEnvironment } from "./bootstrap.mjs";
import { findPatroni, findPgbouncer } from "./test-stores.mjs";
import { findHaproxy, findNginx, findRedis } from "./test-tools.mjs";

await bootstrap();
for (const [name, find] of Object.entries({ redis: findRedis, nginx: findNginx, haproxy: findHaproxy })) {
  if ((await find(console.log)) === undefined) giveUp(`This needs ${name}, which could not be installed.`);
}
const args = process.argv.slice(2);
const asks = (option, name) => args.includes(`--${option}=${name}`) || args[args.indexOf(`--${option}`) + 1] === name;
const stores = {
  ...(asks("pooler", "pgbouncer") && (await pgbouncer())),
  ...(asks("postgres", "patroni") && (await patroni())),
};
const env = { ...toolEnvironment(), ...stores };
become(pinnedNode, [join(root, "packages", "chaos", "src", "main.ts"), ...args], env);

async function pgbouncer() {
  const path = await findPgbouncer(console.log);
  if (path === undefined) {
    giveUp("This needs PgBouncer 1.21 or newer: that of Debian 13, or of PostgreSQL's own packages (PGDG).");
  }
  return { COUNTERSIGN_PGBOUNCER: path };
}

async function patroni() {
  const found = await findPatroni(console.log);
  const needed = {
    patroni: "Patroni, which Python 3 with pip and venv installs from packages/chaos/patroni-requirements.txt",
    etcd: "etcd (etcd-server on Debian)",
    binaries: "the programs of PostgreSQL 15 or newer in /usr/lib/postgresql (postgresql on Debian)",
  };
  for (const [name, what] of Object.entries(needed)) {
    if (found[name] === undefined) giveUp(`This needs ${what}, which could not be installed.`);
  }
  return { COUNTERSIGN_PATRONI: found.patroni, COUNTERSIGN_POSTGRES_BIN: found.binaries };
}
