-- Who accepts an invitation into an organization has its link. A verified address is not enough: administrators of
-- people, imports and directories can mark any address as verified. Invitations without a token have to be sent again.
ALTER TABLE organization_invitation ADD COLUMN token_hash bytea;
