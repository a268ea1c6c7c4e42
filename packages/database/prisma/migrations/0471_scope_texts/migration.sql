-- What the scopes of a resource server are called for people, by scope and language.
ALTER TABLE resource_server ADD COLUMN scope_texts jsonb NOT NULL DEFAULT '{}'
  CHECK (jsonb_typeof(scope_texts) = 'object');
