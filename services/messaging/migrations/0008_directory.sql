CREATE TABLE "messaging"."known_landlord" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"taken_over_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."property" (
	"property_id" uuid PRIMARY KEY NOT NULL,
	"landlord_id" uuid NOT NULL,
	"name" text NOT NULL,
	"address" text NOT NULL,
	"time_zone" text NOT NULL,
	"is_deleted" boolean NOT NULL,
	"as_of" timestamp(3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."tenant" (
	"tenant_id" uuid PRIMARY KEY NOT NULL,
	"landlord_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"property_id" uuid,
	"unit_id" uuid,
	"tenancy_id" uuid,
	"lease_end_date" date,
	"is_active" boolean NOT NULL,
	"as_of" timestamp(3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL
);
--> statement-breakpoint
CREATE INDEX "property_by_landlord" ON "messaging"."property" USING btree ("landlord_id","name","property_id");--> statement-breakpoint
CREATE INDEX "tenant_by_landlord" ON "messaging"."tenant" USING btree ("landlord_id","is_active","last_name","first_name","tenant_id");--> statement-breakpoint
CREATE INDEX "tenant_by_property" ON "messaging"."tenant" USING btree ("landlord_id","property_id");--> statement-breakpoint
CREATE INDEX "tenant_by_phone" ON "messaging"."tenant" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "tenant_by_email" ON "messaging"."tenant" USING btree ("email");