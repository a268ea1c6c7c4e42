-- Where a client is told that a session ended (OIDC Back-Channel Logout §2.2, OIDC Front-Channel Logout §2).
ALTER TABLE client
  ADD COLUMN backchannel_logout_uri               text,
  ADD COLUMN backchannel_logout_session_required  boolean NOT NULL DEFAULT false,
  ADD COLUMN frontchannel_logout_uri              text,
  ADD COLUMN frontchannel_logout_session_required boolean NOT NULL DEFAULT false;
