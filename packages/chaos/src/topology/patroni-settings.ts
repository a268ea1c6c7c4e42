/** The settings of a Patroni and its PostgreSQL, with those that docs/operations/fail-over.md names. */
import { join } from "node:path";

const SCOPE = "chaos";

const DOCUMENTED = {
  // The leader's lock. Patroni takes no shorter one, and asks that loop_wait + 2 * retry_timeout fits into it.
  ttl: 20,
  loop_wait: 2,
  retry_timeout: 5,
  // The other server leads at once when PostgreSQL crashes, and does not wait for its recovery.
  primary_start_timeout: 0,
  // With two servers: while the other one is away, changes do not wait for it.
  synchronous_mode: true,
};

type Asked = Record<"name" | "home" | "data" | "password" | "binaries", string> &
  Record<"port" | "api" | "etcd", number>;

/** Patroni reads YAML, of which JSON is a part. */
export function settingsOf({ name, home, data, port, api, etcd, password, binaries }: Asked) {
  const login = (username: string) => ({ username, password });
  return {
    scope: SCOPE,
    name,
    restapi: { listen: `127.0.0.1:${api}`, connect_address: `127.0.0.1:${api}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ...DOCUMENTED,
        postgresql: { use_pg_rewind: true, parameters: { wal_log_hints: "on", wal_keep_size: "256MB", fsync: "off" } },
      },
      initdb: [{ encoding: "UTF8" }, "data-checksums", { locale: "C.UTF-8" }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      bin_dir: binaries,
      pgpass: join(home, "pgpass"),
      authentication: { superuser: login("postgres"), replication: login("replicator"), rewind: login("rewinder") },
      parameters: { unix_socket_directories: home },
      pg_hba: [
        "local all all trust",
        "host all all 127.0.0.1/32 scram-sha-256",
        "host replication all 127.0.0.1/32 scram-sha-256",
      ],
    },
  };
}
