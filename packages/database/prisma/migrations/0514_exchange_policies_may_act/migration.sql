-- Whether tokens of people for `source` name the client in `may_act` (RFC 8693 §4.4).
ALTER TABLE exchange_policy ADD COLUMN may_act boolean NOT NULL DEFAULT false;
