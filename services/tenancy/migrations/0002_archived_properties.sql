ALTER TABLE "tenancy"."property" ADD COLUMN "is_archived" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tenancy"."property" ADD COLUMN "released_at" timestamp(3) with time zone;