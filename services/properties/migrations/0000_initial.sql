CREATE SCHEMA "properties";
--> statement-breakpoint
CREATE TABLE "properties"."cap" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"max_properties" integer,
	"trial_end" timestamp(3) with time zone,
	"as_of" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "properties"."occupancy" (
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"property_id" uuid,
	"is_active" boolean NOT NULL,
	"as_of" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "occupancy_landlord_id_tenant_id_pk" PRIMARY KEY("landlord_id","tenant_id")
);
--> statement-breakpoint
CREATE TABLE "properties"."property" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"city" text,
	"state" text,
	"zip_code" text,
	"property_type" text NOT NULL,
	"bedrooms" integer,
	"bathrooms" numeric(3, 1),
	"square_feet" integer,
	"monthly_rent" numeric(10, 2) NOT NULL,
	"security_deposit" numeric(10, 2),
	"description" text,
	"amenities" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_occupied" boolean DEFAULT false NOT NULL,
	"time_zone" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "occupancy_by_property" ON "properties"."occupancy" USING btree ("landlord_id","property_id") WHERE is_active;--> statement-breakpoint
CREATE INDEX "property_by_time" ON "properties"."property" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "property_by_name" ON "properties"."property" USING btree ("landlord_id",lower(name),"id");--> statement-breakpoint
CREATE INDEX "property_by_rent" ON "properties"."property" USING btree ("landlord_id","monthly_rent","id");--> statement-breakpoint
-- A tenant sees the home it lives in. Whose landlord it is, the house's own policy says.
CREATE POLICY "tenant_home" ON "properties"."property" FOR SELECT USING (
	nullif(current_setting('app.tenant_id', true), '') IS NOT NULL
	AND EXISTS (
		SELECT FROM "properties"."occupancy" o
		WHERE o."landlord_id" = "property"."landlord_id" AND o."property_id" = "property"."id" AND o."is_active"
			AND o."tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid
	)
);
