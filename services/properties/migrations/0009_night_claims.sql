CREATE TABLE "properties"."night_claim" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"nights" daterange NOT NULL,
	"is_lease" integer GENERATED ALWAYS AS (case kind when 'lease' then 1 else 0 end) STORED NOT NULL,
	"source_id" uuid,
	"label" text,
	"expires_at" timestamp(3) with time zone,
	"is_provisional" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "night_claim_has_nights" CHECK (not isempty("properties"."night_claim"."nights") and not lower_inf("properties"."night_claim"."nights")),
	CONSTRAINT "night_claim_ends" CHECK ("properties"."night_claim"."kind" = 'lease' or not upper_inf("properties"."night_claim"."nights")),
	CONSTRAINT "night_claim_hold_expires" CHECK (("properties"."night_claim"."kind" = 'hold') = ("properties"."night_claim"."expires_at" is not null)),
	CONSTRAINT "night_claim_provisional_lease" CHECK ("properties"."night_claim"."kind" = 'lease' or not "properties"."night_claim"."is_provisional")
);
--> statement-breakpoint
CREATE INDEX "night_claim_by_property" ON "properties"."night_claim" USING btree ("landlord_id","property_id","unit_id");--> statement-breakpoint
CREATE INDEX "night_claim_by_source" ON "properties"."night_claim" USING btree ("landlord_id","source_id");--> statement-breakpoint
CREATE INDEX "night_claim_expiring" ON "properties"."night_claim" USING btree ("expires_at") WHERE expires_at is not null;--> statement-breakpoint
CREATE INDEX "night_claim_provisional" ON "properties"."night_claim" USING btree ("created_at","id") WHERE is_provisional;--> statement-breakpoint
-- Hand-written from here on: drizzle-kit knows no exclusion constraints.
ALTER TABLE "properties"."night_claim" ADD CONSTRAINT "night_claim_once"
	EXCLUDE USING gist ("landlord_id" WITH =, "unit_id" WITH =, "nights" WITH &&) WHERE ("kind" <> 'lease');
--> statement-breakpoint
ALTER TABLE "properties"."night_claim" ADD CONSTRAINT "night_claim_lease_or_stay"
	EXCLUDE USING gist ("landlord_id" WITH =, "unit_id" WITH =, "nights" WITH &&, "is_lease" WITH <>);
