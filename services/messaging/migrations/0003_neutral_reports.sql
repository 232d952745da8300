ALTER TABLE "messaging"."incoming_text" RENAME COLUMN "sid" TO "provider_id";--> statement-breakpoint
ALTER TABLE "messaging"."undelivered" RENAME COLUMN "sid" TO "provider_id";--> statement-breakpoint
ALTER TABLE "messaging"."undelivered" ADD COLUMN "reason" text DEFAULT 'The text was not delivered.' NOT NULL;--> statement-breakpoint
ALTER TABLE "messaging"."undelivered" ALTER COLUMN "reason" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "messaging"."undelivered" ADD COLUMN "has_opted_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "messaging"."undelivered" SET "has_opted_out" = true WHERE "code" = 21610;--> statement-breakpoint
ALTER TABLE "messaging"."undelivered" DROP COLUMN "code";
