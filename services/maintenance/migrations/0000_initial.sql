CREATE SCHEMA "maintenance";
--> statement-breakpoint
CREATE TABLE "maintenance"."change" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"tenant_id" uuid,
	"user_id" uuid,
	"by" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "maintenance"."property" (
	"landlord_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"is_deleted" boolean NOT NULL,
	"as_of" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "property_landlord_id_property_id_pk" PRIMARY KEY("landlord_id","property_id")
);
--> statement-breakpoint
CREATE TABLE "maintenance"."request" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"category" text NOT NULL,
	"priority" text NOT NULL,
	"status" text NOT NULL,
	"property_id" uuid,
	"tenant_id" uuid,
	"estimated_cost" numeric(10, 2),
	"actual_cost" numeric(10, 2),
	"scheduled_date" date,
	"completed_date" date,
	"vendor_name" text,
	"vendor_contact" text,
	"images" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"opened_by" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "maintenance"."tenant" (
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"property_id" uuid,
	"is_active" boolean NOT NULL,
	"as_of" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "tenant_landlord_id_tenant_id_pk" PRIMARY KEY("landlord_id","tenant_id")
);
--> statement-breakpoint
CREATE INDEX "change_by_request" ON "maintenance"."change" USING btree ("landlord_id","request_id","at","id");--> statement-breakpoint
CREATE INDEX "request_by_time" ON "maintenance"."request" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "request_by_status" ON "maintenance"."request" USING btree ("landlord_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "request_by_property" ON "maintenance"."request" USING btree ("landlord_id","property_id","created_at","id");--> statement-breakpoint
CREATE INDEX "request_by_tenant" ON "maintenance"."request" USING btree ("landlord_id","tenant_id","created_at","id");--> statement-breakpoint
-- A tenant reads the name of a property that its own requests are about. Whose landlord it is, the house's own policy says.
CREATE POLICY "tenant_request" ON "maintenance"."property" FOR SELECT USING (
	nullif(current_setting('app.tenant_id', true), '') IS NOT NULL
	AND EXISTS (
		SELECT FROM "maintenance"."request" r
		WHERE r."landlord_id" = "property"."landlord_id" AND r."property_id" = "property"."property_id"
			AND r."tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid
	)
);--> statement-breakpoint
CREATE FUNCTION "maintenance"."refuse_rewriting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The history of a request is only ever added to';
END $$;--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "maintenance"."change" FOR EACH ROW EXECUTE FUNCTION "maintenance"."refuse_rewriting"();
