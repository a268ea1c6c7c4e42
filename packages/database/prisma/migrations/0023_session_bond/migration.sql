-- An authorization keeps the id of its session when that session is gone: its refresh tokens end with it. ON DELETE SET NULL
-- made it look like one that outlives its session (offline_access). Every statement that writes the id locks the session's row.
-- The tables are locked in the order in which statements use them.
LOCK TABLE browser_session, "authorization" IN ACCESS EXCLUSIVE MODE;
ALTER TABLE "authorization" DROP CONSTRAINT authorization_session_id_fkey;
