-- The books name who lived in a tenancy on a past day: shared tenancies are announced once more, with the days of their members.
UPDATE "tenancy"."tenancy" y SET "is_told" = false
WHERE (SELECT count(*) FROM "tenancy"."member" m WHERE m."landlord_id" = y."landlord_id" AND m."tenancy_id" = y."id") > 1;
