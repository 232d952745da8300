CREATE TABLE "properties"."document" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"file_type" text NOT NULL,
	"file_size" integer NOT NULL,
	"blob_name" text NOT NULL,
	"category" text NOT NULL,
	"property_id" uuid,
	"tenant_id" uuid,
	"request_id" uuid,
	"analysis" jsonb NOT NULL,
	"status" text GENERATED ALWAYS AS (analysis ->> 'status') STORED NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "properties"."unit" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"name" text NOT NULL,
	"bedrooms" integer,
	"bathrooms" numeric(3, 1),
	"square_feet" integer,
	"market_rent" numeric(10, 2),
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
DROP INDEX "properties"."occupancy_by_property";--> statement-breakpoint
ALTER TABLE "properties"."blob_removal" ADD COLUMN "kind" text DEFAULT 'photo' NOT NULL;--> statement-breakpoint
ALTER TABLE "properties"."occupancy" ADD COLUMN "unit_id" uuid;--> statement-breakpoint
ALTER TABLE "properties"."occupancy" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "properties"."property" ADD COLUMN "unit_count" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "properties"."property" ADD COLUMN "occupied_units" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "document_by_time" ON "properties"."document" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "document_by_name" ON "properties"."document" USING btree ("landlord_id",lower(file_name),"id");--> statement-breakpoint
CREATE INDEX "document_by_size" ON "properties"."document" USING btree ("landlord_id","file_size","id");--> statement-breakpoint
CREATE INDEX "document_by_property" ON "properties"."document" USING btree ("landlord_id","property_id","created_at","id");--> statement-breakpoint
CREATE INDEX "document_by_tenant" ON "properties"."document" USING btree ("landlord_id","tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "document_by_request" ON "properties"."document" USING btree ("landlord_id","request_id","created_at","id");--> statement-breakpoint
CREATE INDEX "document_counts" ON "properties"."document" USING btree ("landlord_id","category","status","file_type","file_size","tenant_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "document_in_bin" ON "properties"."document" USING btree ("deleted_at") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "unit_by_property" ON "properties"."unit" USING btree ("landlord_id","property_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "unit_name" ON "properties"."unit" USING btree ("landlord_id","property_id",lower(name)) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "occupancy_by_property" ON "properties"."occupancy" USING btree ("landlord_id","property_id","unit_id") WHERE is_active;--> statement-breakpoint
-- Every property has a first unit, whose id is its own; whoever lives there lives in that one.
INSERT INTO "properties"."unit" ("id", "landlord_id", "property_id", "name", "created_at", "updated_at", "deleted_at")
	SELECT "id", "landlord_id", "id", 'Unit 1', "created_at", "created_at", "deleted_at" FROM "properties"."property";--> statement-breakpoint
UPDATE "properties"."occupancy" SET "unit_id" = "property_id";--> statement-breakpoint
UPDATE "properties"."property" SET "occupied_units" = 1 WHERE "is_occupied";
