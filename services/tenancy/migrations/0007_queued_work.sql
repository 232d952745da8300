-- Imports that are under way go on as jobs.
INSERT INTO "tenancy"."job" ("name", "landlord_id", "key", "data", "run_at")
SELECT 'continue-import', "landlord_id", "id"::text, jsonb_build_object('importId', "id"), "updated_at"
FROM "tenancy"."tenant_import" WHERE "status" IN ('running', 'undoing');--> statement-breakpoint
DROP INDEX "tenancy"."tenant_import_under_way";
