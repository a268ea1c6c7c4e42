-- A row that is changed finds room beside itself, and no index has to learn of it: a redeemed code, a prolonged session.
ALTER TABLE "authorization" SET (fillfactor = 60);
ALTER TABLE browser_session SET (fillfactor = 80);
