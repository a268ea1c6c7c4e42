-- What two accounts cannot both have. The error is that of the key.
CREATE OR REPLACE FUNCTION sign_in_name_is_taken() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  RAISE unique_violation USING MESSAGE = 'another account signs in by this name', CONSTRAINT = 'sign_in_name_pkey',
    TABLE = 'sign_in_name';
END $$;
