-- Who made an invitation, and who put which role on it: whether they may still do so is asked when it is accepted. Of
-- those that were made before, nobody knows who put a role on them, and they give none. An operator does not change.
ALTER TABLE invitation
  ADD COLUMN made_by jsonb,
  ADD COLUMN role_givers jsonb NOT NULL DEFAULT '{}';
UPDATE invitation SET made_by = '{"kind": "operator"}' WHERE delivery <> 'mailed';
UPDATE invitation i
   SET role_givers = (SELECT COALESCE(jsonb_object_agg(id, i.made_by), '{}') FROM unnest(i.role_ids) AS id)
 WHERE i.made_by IS NOT NULL;

ALTER TABLE organization_invitation ADD COLUMN made_by jsonb;
