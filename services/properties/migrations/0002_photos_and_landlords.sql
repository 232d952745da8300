CREATE TABLE "properties"."blob_removal" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"blob_name" text NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"is_taken" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "properties"."landlord" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "properties"."photo" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"blob_name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "blob_removal_of" ON "properties"."blob_removal" USING btree ("landlord_id","id");--> statement-breakpoint
CREATE INDEX "blob_removal_due" ON "properties"."blob_removal" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "landlord_text" ON "properties"."landlord" USING gin ("name" gin_trgm_ops,"email" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "photo_by_property" ON "properties"."photo" USING btree ("landlord_id","property_id","position","id");--> statement-breakpoint
CREATE INDEX "property_archived" ON "properties"."property" USING btree ("landlord_id","created_at","id") WHERE archived_at is not null;--> statement-breakpoint
CREATE INDEX "property_of_all" ON "properties"."property" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "property_text" ON "properties"."property" USING gin ("name" gin_trgm_ops,"address" gin_trgm_ops);--> statement-breakpoint
-- A tenant sees the photos of the home it lives in. Whose landlord it is, the house's own policy says.
CREATE POLICY "tenant_home" ON "properties"."photo" FOR SELECT USING (
	nullif(current_setting('app.tenant_id', true), '') IS NOT NULL
	AND EXISTS (
		SELECT FROM "properties"."occupancy" o
		WHERE o."landlord_id" = "photo"."landlord_id" AND o."property_id" = "photo"."property_id" AND o."is_active"
			AND o."tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid
	)
);
