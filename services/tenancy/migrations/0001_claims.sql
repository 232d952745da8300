ALTER TABLE "tenancy"."invitation" ADD COLUMN "claimed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "tenancy"."invitation" ADD COLUMN "claimed_by" text;