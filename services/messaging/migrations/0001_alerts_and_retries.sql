CREATE TABLE "messaging"."alert_preference" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"emergency_email" boolean NOT NULL,
	"emergency_sms" boolean NOT NULL,
	"phone" text,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messaging"."delivery" DROP CONSTRAINT "delivery_body_until_done";--> statement-breakpoint
ALTER TABLE "messaging"."delivery" ADD COLUMN "keeps_body" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messaging"."delivery" ADD COLUMN "dismissed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "messaging"."recipient" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "messaging"."recipient" ADD COLUMN "is_phone_known" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "delivery_failed" ON "messaging"."delivery" USING btree ("owner_id","updated_at","id") WHERE status = 'failed' and dismissed_at is null;--> statement-breakpoint
CREATE INDEX "delivery_kept" ON "messaging"."delivery" USING btree ("updated_at") WHERE status = 'sent' and body is not null;--> statement-breakpoint
ALTER TABLE "messaging"."delivery" ADD CONSTRAINT "delivery_body_until_done" CHECK (case when "messaging"."delivery"."status" = 'pending' then "messaging"."delivery"."body" is not null else "messaging"."delivery"."body" is null or "messaging"."delivery"."keeps_body" end);