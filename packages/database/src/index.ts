/** The database of the authorization server: one pool for the process, which Prisma shares. */
import { createHash } from "node:crypto";
import { DatabaseError, Pool } from "pg";
import type { PrismaClient } from "./generated/client.ts";
import { openStatements, type Statements } from "./statements.ts";

export {
  asBytea,
  asJson,
  askedAlone,
  askedTogether,
  type Change,
  changedTogether,
  changeForEachAsked,
  changeForOneAsked,
  forEachAsked,
} from "./asked-together.ts";
export type * from "./generated/client.ts";
export type { Answer, Statement, Statements } from "./statements.ts";
export { userinfoLookup } from "./userinfo-view.ts";

export interface Database {
  /** For transactions, and for whatever is seldom asked. */
  readonly pool: Pool;
  /** For what is asked all the time. */
  readonly hot: Statements;
  /**
   * Prisma over the same connections, for what is on no token path. Loaded when it is first asked for: it takes
   * some 50 ms and 30 MB, which a start, a command and a token have no use for.
   */
  prisma(): Promise<PrismaClient>;
  /** Waits for the statements under way. */
  close(): Promise<void>;
}

export interface DatabaseOptions {
  readonly connectionString: string;
  /** Connections of the pool at most, and as many for hot statements; 10 unless told. */
  readonly max?: number;
  /** Told when an idle connection breaks; the pool replaces it. */
  readonly onError?: (err: Error) => void;
}

/** No statement of ours may hold a connection longer than this. */
const STATEMENT_TIMEOUT_MS = 15_000;
const CONNECT_TIMEOUT_MS = 5000;

/**
 * A hot statement looks up a few rows by index, one after the other. For a database that PostgreSQL knows nothing of yet, it would take reading
 * small tables whole for cheaper, and keep to that when they have grown.
 */
const BY_INDEX = "-c enable_seqscan=off -c enable_hashjoin=off -c enable_mergejoin=off -c jit=off";

/** Opens the pool. It connects when it is first used. */
export function openDatabase({ connectionString, max = 10, onError = () => {} }: DatabaseOptions): Database {
  const config = {
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
  };
  const pool = new Pool({ ...config, max });
  pool.on("error", onError);
  const answerTimeoutMs = STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS;
  const hot = openStatements({ ...config, lanes: max, answerTimeoutMs, onError, options: BY_INDEX });

  let prisma: Promise<PrismaClient> | undefined;
  return {
    pool,
    hot,
    prisma: () => {
      prisma ??= openPrisma(pool);
      return prisma;
    },
    async close() {
      await (await prisma)?.$disconnect();
      await Promise.all([pool.end(), hot.close()]);
    },
  };
}

async function openPrisma(pool: Pool): Promise<PrismaClient> {
  const [{ PrismaPg }, { PrismaClient }] = await Promise.all([
    import("@prisma/adapter-pg"),
    import("./generated/client.ts"),
  ]);
  return new PrismaClient({ adapter: new PrismaPg(pool, { statementNameGenerator: ({ sql }) => statementName(sql) }) });
}

// PostgreSQL keeps a statement prepared under its name, and cuts names at 63 bytes.
const statementName = (sql: string) => `prisma-${createHash("sha256").update(sql).digest("base64url")}`;

/** Whether a statement, sent by pg or by Prisma, failed because a row of this key exists already (SQLSTATE 23505). */
export function isUniqueViolation(err: unknown): boolean {
  if (err instanceof DatabaseError) return err.code === "23505";
  // Prisma's own code for it; its class would have to be loaded to be asked for.
  return err instanceof Error && err.name === "PrismaClientKnownRequestError" && "code" in err && err.code === "P2002";
}
