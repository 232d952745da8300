-- How an invited tenant lives in an occupied home.
ALTER TABLE "tenancy"."invitation" ADD COLUMN "unit_id" uuid;--> statement-breakpoint
ALTER TABLE "tenancy"."invitation" ADD COLUMN "tenancy_id" uuid;--> statement-breakpoint
ALTER TABLE "tenancy"."invitation" ADD COLUMN "is_separate" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tenancy"."invitation" ADD COLUMN "is_home_missed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "invitation_home_missed" ON "tenancy"."invitation" USING btree ("landlord_id","updated_at","id") WHERE is_home_missed;
