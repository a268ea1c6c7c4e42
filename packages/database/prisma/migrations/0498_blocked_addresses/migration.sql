-- Mail domains and networks that may not sign up or sign in.
CREATE TABLE blocked_address (
  id         uuid PRIMARY KEY,
  address    text NOT NULL UNIQUE CHECK (length(address) BETWEEN 1 AND 300),
  subdomains boolean NOT NULL,
  reason     text NOT NULL CHECK (length(reason) <= 200),
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  managed_by text
);

-- The columns of these follow from declarations, and they have no model in schema.prisma.
COMMENT ON TABLE blocked_address IS 'entity';
COMMENT ON TABLE webhook IS 'entity';
