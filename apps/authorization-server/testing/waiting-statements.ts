/** The statements that wait for a lock in the database of a test. Tests of other files share its server. */
export const WAITING_STATEMENTS = `SELECT FROM pg_locks WHERE NOT granted
   AND pid IN (SELECT pid FROM pg_stat_activity WHERE datname = current_database())`;
