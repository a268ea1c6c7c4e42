-- These lost their session before 0023, and nothing else would end them: no person agreed to access while away.
UPDATE "authorization" SET revoked_at = now()
 WHERE session_id IS NULL AND user_id IS NOT NULL AND revoked_at IS NULL AND expires_at > now()
   AND NOT 'offline_access' = ANY(scopes);
