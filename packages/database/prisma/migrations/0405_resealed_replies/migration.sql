-- Request and reply are sealed again one after the other, so each names its key-encryption key.
ALTER TABLE idempotency_key ADD COLUMN reply_key_encryption_key_id text;
