-- A client that moved to another sector may know no subject of the person whose session ended: it is told the session alone
-- (OIDC Back-Channel Logout §2.4).
ALTER TABLE logout_delivery ALTER COLUMN sub DROP NOT NULL;
