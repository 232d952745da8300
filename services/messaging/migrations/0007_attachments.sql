ALTER TABLE "messaging"."delivery" ADD COLUMN "attachment" jsonb;--> statement-breakpoint
ALTER TABLE "messaging"."outbox_message" ADD COLUMN "attachment_name" text;--> statement-breakpoint
ALTER TABLE "messaging"."outbox_message" ADD COLUMN "attachment" "bytea";--> statement-breakpoint
CREATE INDEX "delivery_failed_with_file" ON "messaging"."delivery" USING btree ("updated_at") WHERE status = 'failed' and attachment is not null and body is not null;--> statement-breakpoint
ALTER TABLE "messaging"."delivery" ADD CONSTRAINT "delivery_keeps_file" CHECK ("messaging"."delivery"."attachment" is null or "messaging"."delivery"."keeps_body");