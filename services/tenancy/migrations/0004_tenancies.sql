CREATE TABLE "tenancy"."member" (
	"landlord_id" uuid NOT NULL,
	"tenancy_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"joined_on" date,
	"left_on" date,
	"has_left" boolean DEFAULT false NOT NULL,
	CONSTRAINT "member_landlord_id_tenancy_id_tenant_id_pk" PRIMARY KEY("landlord_id","tenancy_id","tenant_id"),
	CONSTRAINT "member_left_on_a_day" CHECK ("tenancy"."member"."left_on" is not null or not "tenancy"."member"."has_left")
);
--> statement-breakpoint
CREATE TABLE "tenancy"."tenancy" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"property_id" uuid,
	"unit_id" uuid,
	"account_id" uuid NOT NULL,
	"start_date" date,
	"end_date" date,
	"term_kind" text DEFAULT 'fixed' NOT NULL,
	"monthly_rent" numeric(10, 2),
	"rent_steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"security_deposit" numeric(10, 2),
	"billing" jsonb,
	"moved_out_on" date,
	"is_void" boolean DEFAULT false NOT NULL,
	"is_told" boolean DEFAULT true NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tenancy_ends_after_start" CHECK ("tenancy"."tenancy"."end_date" > "tenancy"."tenancy"."start_date"),
	CONSTRAINT "tenancy_unit_of_property" CHECK (("tenancy"."tenancy"."property_id" is null) = ("tenancy"."tenancy"."unit_id" is null))
);
--> statement-breakpoint
CREATE TABLE "tenancy"."tenant_change" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"record_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL,
	"user_id" uuid,
	"what" text NOT NULL,
	"changes" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenancy"."unit" (
	"landlord_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"name" text NOT NULL,
	"is_deleted" boolean NOT NULL,
	CONSTRAINT "unit_landlord_id_unit_id_pk" PRIMARY KEY("landlord_id","unit_id")
);
--> statement-breakpoint
ALTER TABLE "tenancy"."tenant" ADD COLUMN "tenancy_id" uuid;--> statement-breakpoint
CREATE INDEX "member_by_tenant" ON "tenancy"."member" USING btree ("landlord_id","tenant_id");--> statement-breakpoint
CREATE INDEX "member_leaving" ON "tenancy"."member" USING btree ("left_on") WHERE left_on is not null and not has_left;--> statement-breakpoint
CREATE INDEX "tenancy_newest" ON "tenancy"."tenancy" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tenancy_by_property" ON "tenancy"."tenancy" USING btree ("landlord_id","property_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tenancy_by_account" ON "tenancy"."tenancy" USING btree ("landlord_id","account_id");--> statement-breakpoint
CREATE INDEX "tenancy_ending" ON "tenancy"."tenancy" USING btree ("landlord_id","end_date","id") WHERE moved_out_on is null and not is_void and term_kind <> 'at_will';--> statement-breakpoint
CREATE INDEX "tenancy_untold" ON "tenancy"."tenancy" USING btree ("id") WHERE not is_told;--> statement-breakpoint
CREATE INDEX "tenant_change_by_record" ON "tenancy"."tenant_change" USING btree ("landlord_id","record_id","at","id");--> statement-breakpoint
CREATE INDEX "unit_by_property" ON "tenancy"."unit" USING btree ("landlord_id","property_id");--> statement-breakpoint
CREATE INDEX "tenant_by_tenancy" ON "tenancy"."tenant" USING btree ("landlord_id","tenancy_id");--> statement-breakpoint
-- Whoever rents on any terms, or lives anywhere, does so in a tenancy from now on: it has the tenant's id, and the ledger stays the tenant's.
INSERT INTO "tenancy"."tenancy" ("id", "landlord_id", "property_id", "unit_id", "account_id", "start_date", "end_date", "monthly_rent", "security_deposit", "moved_out_on", "is_told", "created_at", "updated_at")
	SELECT t."id", t."landlord_id", t."property_id", t."property_id", t."id", t."lease_start_date", t."lease_end_date", t."monthly_rent", t."security_deposit",
		-- When they left was not written down: the last change of their record is the nearest there is.
		CASE WHEN NOT t."is_active" THEN (coalesce(t."deleted_at", t."updated_at") AT TIME ZONE coalesce(p."time_zone", 'America/New_York'))::date END,
		false, t."created_at", t."updated_at"
	FROM "tenancy"."tenant" t LEFT JOIN "tenancy"."property" p ON p."landlord_id" = t."landlord_id" AND p."property_id" = t."property_id"
	WHERE coalesce(t."property_id"::text, t."lease_start_date"::text, t."lease_end_date"::text, t."monthly_rent"::text, t."security_deposit"::text) IS NOT NULL;--> statement-breakpoint
INSERT INTO "tenancy"."member" ("landlord_id", "tenancy_id", "tenant_id", "left_on", "has_left")
	SELECT "landlord_id", "id", "id", "moved_out_on", "moved_out_on" IS NOT NULL FROM "tenancy"."tenancy";--> statement-breakpoint
UPDATE "tenancy"."tenant" t SET "tenancy_id" = y."id" FROM "tenancy"."tenancy" y WHERE y."id" = t."id";--> statement-breakpoint
CREATE FUNCTION "tenancy"."refuse_rewriting"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'The history of a tenant is only ever added to';
END $$;--> statement-breakpoint
CREATE TRIGGER "append_only" BEFORE UPDATE OR DELETE ON "tenancy"."tenant_change" FOR EACH ROW EXECUTE FUNCTION "tenancy"."refuse_rewriting"();--> statement-breakpoint
-- A tenant may see the terms of the tenancies that it is part of: the table has no tenant_id from which a policy could be derived.
CREATE POLICY "member_sees_it" ON "tenancy"."tenancy" FOR SELECT USING (EXISTS (
	SELECT FROM "tenancy"."member" m
	WHERE m."landlord_id" = "tenancy"."landlord_id" AND m."tenancy_id" = "tenancy"."id" AND m."tenant_id" = nullif(current_setting('app.tenant_id', true), '')::uuid));
