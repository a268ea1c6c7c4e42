-- How long the last attempt took, until its answer or until it was given up. The release before writes none.
ALTER TABLE "webhook_delivery" ADD COLUMN "last_duration_ms" INTEGER;
