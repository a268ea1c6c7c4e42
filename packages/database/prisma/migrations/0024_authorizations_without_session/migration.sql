-- These lost their session before 0023, and nothing else would end them: no person agreed to access while away.
-- An authorization that outlives its session (offline_access) has no session either, and lacks the scope where its code was
-- redeemed for fewer scopes. If the session that it was made in still lives, that session cannot have been lost: it stays.
-- If that session is gone, the row does not tell which of the two it is, and it is revoked: its client asks anew.
UPDATE "authorization" a SET revoked_at = now()
 WHERE session_id IS NULL AND user_id IS NOT NULL AND revoked_at IS NULL AND expires_at > now()
   AND NOT 'offline_access' = ANY(scopes)
   AND NOT EXISTS (SELECT FROM session_client k WHERE k.sid = a.sid);
