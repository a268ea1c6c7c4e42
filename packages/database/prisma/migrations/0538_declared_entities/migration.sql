-- The columns of these follow from declarations (decision 205), and they have no model in schema.prisma.
COMMENT ON TABLE exchange_policy IS 'entity';
COMMENT ON TABLE hook IS 'entity';
COMMENT ON TABLE trusted_issuer IS 'entity';
