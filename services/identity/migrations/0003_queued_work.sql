-- Mails that are due wait as jobs from now on.
INSERT INTO "identity"."job" ("name", "data", "run_at", "attempts")
SELECT 'mail-reset-link', jsonb_build_object('requestId', "id"), "due_at", least("attempts", 2)
FROM "identity"."password_reset_requests" WHERE "due_at" IS NOT NULL;--> statement-breakpoint
INSERT INTO "identity"."job" ("name", "landlord_id", "data", "run_at", "attempts")
SELECT 'mail-ticket-answer', "landlord_id", jsonb_build_object('messageId', "id"), "mail_due_at", least("mail_attempts", 2)
FROM "identity"."ticket_messages" WHERE "mail_due_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."password_reset_requests" ADD COLUMN "is_mailed" boolean;--> statement-breakpoint
UPDATE "identity"."password_reset_requests" SET "is_mailed" = "attempts" > 0 OR "due_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."password_reset_requests" ALTER COLUMN "is_mailed" SET NOT NULL;--> statement-breakpoint
DROP INDEX "identity"."password_reset_requests_due";--> statement-breakpoint
DROP INDEX "identity"."ticket_messages_mail_due";--> statement-breakpoint
ALTER TABLE "identity"."password_reset_requests" DROP COLUMN "attempts";--> statement-breakpoint
ALTER TABLE "identity"."password_reset_requests" DROP COLUMN "due_at";--> statement-breakpoint
ALTER TABLE "identity"."ticket_messages" DROP COLUMN "mail_due_at";--> statement-breakpoint
ALTER TABLE "identity"."ticket_messages" DROP COLUMN "mail_attempts";
