-- Rich authorization requests (RFC 9396). The types that a client may ask for (§10).
ALTER TABLE client ADD COLUMN authorization_details_types text[] NOT NULL DEFAULT '{}';

-- The objects that were granted: an object from the identifier of each resource server to the objects for it, exactly
-- as they were sent. NULL for an authorization without any.
ALTER TABLE "authorization" ADD COLUMN details jsonb CHECK (jsonb_typeof(details) = 'object');

-- The objects that a person accepted for this resource server, of types that are remembered.
ALTER TABLE consent ADD COLUMN details jsonb CHECK (jsonb_typeof(details) = 'array');
