-- What waits to be sent waits as a job from now on.
INSERT INTO "messaging"."job" ("name", "landlord_id", "data", "run_at", "attempts")
SELECT 'send-delivery', coalesce("owner_id", '00000000-0000-0000-0000-000000000000'), jsonb_build_object('deliveryId', "id", 'once', not "queued"),
  "due_at", CASE WHEN "queued" THEN least("attempts", 5) ELSE 0 END
FROM "messaging"."delivery" WHERE "status" = 'pending' AND ("queued" OR "created_at" > now() - interval '1 hour');--> statement-breakpoint
-- The sender died long ago, and nobody asked again.
UPDATE "messaging"."delivery" SET "status" = 'failed', "reason" = 'The message could not be sent.', "body" = CASE WHEN "keeps_body" THEN "body" END
WHERE "status" = 'pending' AND NOT "queued" AND "created_at" <= now() - interval '1 hour';--> statement-breakpoint
DROP INDEX "messaging"."delivery_due";--> statement-breakpoint
ALTER TABLE "messaging"."delivery" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "messaging"."delivery" DROP COLUMN "due_at";