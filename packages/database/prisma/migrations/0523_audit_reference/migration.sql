-- The reference of the request that an event came from, by which the log has it.
ALTER TABLE "audit_event" ADD COLUMN "reference" TEXT;
