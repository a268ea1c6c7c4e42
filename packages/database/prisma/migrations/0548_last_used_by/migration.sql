-- The last version that used what a migration removed, as the migration says. That version and older ones are not ready
-- on this database. A list that this version makes has the column from its beginning.
ALTER TABLE countersign_migration ADD COLUMN IF NOT EXISTS last_used_by text;
UPDATE countersign_migration SET last_used_by = '0.1.0'
 WHERE name IN ('0332_indexes_without_time', '0400_indexes_of_batches');
