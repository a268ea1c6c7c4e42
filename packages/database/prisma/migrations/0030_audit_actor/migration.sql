-- Who acted, where the actor has an id: a person, an administrator, a client. Rows from before this have none.
ALTER TABLE audit_event ADD COLUMN actor_id text;
