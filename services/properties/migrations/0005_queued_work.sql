-- Files that are to be removed wait as jobs from now on, under the same ids: an upload that is under way still claims its own.
INSERT INTO "properties"."job" ("id", "name", "landlord_id", "data", "run_at", "claimed_at")
SELECT "id", 'remove-file', "landlord_id", jsonb_build_object('kind', "kind", 'blobName', "blob_name"), "due_at", CASE WHEN "is_taken" THEN now() END
FROM "properties"."blob_removal";--> statement-breakpoint
DROP TABLE "properties"."blob_removal" CASCADE;