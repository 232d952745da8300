-- Landlords whose insights are stale, and documents that are to be read, wait as jobs from now on.
INSERT INTO "ai"."job" ("name", "landlord_id", "key", "data", "run_at")
SELECT 'refresh-insights', "landlord_id", 'insights', '{}', now() FROM "ai"."landlord" WHERE "seen" < "changes";--> statement-breakpoint
INSERT INTO "ai"."job" ("name", "landlord_id", "data", "run_at", "attempts", "postponed")
SELECT 'read-document', "landlord_id",
  jsonb_build_object('documentId', "document_id", 'askedAt', to_char("asked_at" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')),
  "due_at", least("tries", 3), "misses"
FROM "ai"."reading" WHERE "status" = 'waiting' ORDER BY "turn_at";--> statement-breakpoint
DROP INDEX "ai"."landlord_stale";--> statement-breakpoint
DROP INDEX "ai"."reading_waiting";--> statement-breakpoint
DROP INDEX "ai"."reading_of_landlord";--> statement-breakpoint
ALTER TABLE "ai"."landlord" DROP COLUMN "changes";--> statement-breakpoint
ALTER TABLE "ai"."landlord" DROP COLUMN "seen";--> statement-breakpoint
ALTER TABLE "ai"."landlord" DROP COLUMN "lease_until";--> statement-breakpoint
ALTER TABLE "ai"."reading" DROP COLUMN "turn_at";--> statement-breakpoint
ALTER TABLE "ai"."reading" DROP COLUMN "misses";--> statement-breakpoint
ALTER TABLE "ai"."reading" DROP COLUMN "tries";--> statement-breakpoint
ALTER TABLE "ai"."reading" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "ai"."reading" DROP COLUMN "lease_until";