CREATE TABLE "payments"."deposit_movement" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"on" date NOT NULL,
	"method" text,
	"notes" text,
	"by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "deposit_movement_landlord_id_id_pk" PRIMARY KEY("landlord_id","id"),
	CONSTRAINT "deposit_movement_amount" CHECK ("payments"."deposit_movement"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments"."late_fee" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"occurrence" integer NOT NULL,
	"assessed_on" date NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"fee_charge_id" uuid,
	"policy_id" uuid NOT NULL,
	"basis" jsonb NOT NULL,
	"decided_at" timestamp(3) with time zone,
	"decided_by" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "late_fee_landlord_id_id_pk" PRIMARY KEY("landlord_id","id"),
	CONSTRAINT "late_fee_amount" CHECK ("payments"."late_fee"."amount" > 0),
	CONSTRAINT "late_fee_posted" CHECK ("payments"."late_fee"."status" <> 'posted' or "payments"."late_fee"."fee_charge_id" is not null)
);
--> statement-breakpoint
CREATE TABLE "payments"."late_fee_policy" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"scope" text NOT NULL,
	"property_id" uuid,
	"tenancy_id" uuid,
	"is_enabled" boolean NOT NULL,
	"grace_days" integer NOT NULL,
	"kind" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"frequency" text NOT NULL,
	"cap" numeric(10, 2),
	"minimum_balance" numeric(10, 2) NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "late_fee_policy_landlord_id_id_pk" PRIMARY KEY("landlord_id","id"),
	CONSTRAINT "late_fee_policy_scope" CHECK (("payments"."late_fee_policy"."scope" = 'property') = ("payments"."late_fee_policy"."property_id" is not null) and ("payments"."late_fee_policy"."scope" = 'tenancy') = ("payments"."late_fee_policy"."tenancy_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "payments"."rule" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"tenancy_id" uuid,
	"property_id" uuid,
	"unit_id" uuid,
	"type" text NOT NULL,
	"description" text,
	"steps" jsonb NOT NULL,
	"starts_on" date NOT NULL,
	"ends_on" date,
	"due_day" integer,
	"proration" text NOT NULL,
	"posting_days" integer,
	"periods" integer,
	"is_rent" boolean NOT NULL,
	"next_post_on" date,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rule_landlord_id_id_pk" PRIMARY KEY("landlord_id","id"),
	CONSTRAINT "rule_ends" CHECK ("payments"."rule"."ends_on" is null or "payments"."rule"."ends_on" >= "payments"."rule"."starts_on" - 1)
);
--> statement-breakpoint
CREATE TABLE "payments"."tenancy" (
	"landlord_id" uuid NOT NULL,
	"tenancy_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"tenant_ids" uuid[] NOT NULL,
	"property_id" uuid,
	"unit_id" uuid,
	"start_date" date,
	"end_date" date,
	"term_kind" text NOT NULL,
	"steps" jsonb NOT NULL,
	"security_deposit" numeric(10, 2),
	"moved_out_on" date,
	"is_void" boolean NOT NULL,
	"as_of" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "tenancy_landlord_id_tenancy_id_pk" PRIMARY KEY("landlord_id","tenancy_id")
);
--> statement-breakpoint
CREATE TABLE "payments"."unit" (
	"landlord_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"name" text NOT NULL,
	"market_rent" numeric(10, 2),
	"is_deleted" boolean NOT NULL,
	"as_of" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "unit_landlord_id_unit_id_pk" PRIMARY KEY("landlord_id","unit_id")
);
--> statement-breakpoint
ALTER TABLE "payments"."charge" DROP CONSTRAINT "charge_source";--> statement-breakpoint
DROP INDEX "payments"."charge_planned_once";--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "unit_id" uuid;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "tenancy_id" uuid;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "rule_id" uuid;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "description" text;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "basis" jsonb;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "late_charge_id" uuid;--> statement-breakpoint
ALTER TABLE "payments"."property" ADD COLUMN "monthly_rent" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "payments"."property" ADD COLUMN "is_gone" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."receipt" ADD COLUMN "deposit_movement_id" uuid;--> statement-breakpoint
ALTER TABLE "payments"."tenant" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "payments"."tenant" ADD COLUMN "tenancy_id" uuid;--> statement-breakpoint
-- What there was: each tenant a tenancy of their own, whose id is the tenant's, in the first unit of the property, whose id is the property's.
UPDATE "payments"."tenant" SET account_id = tenant_id, tenancy_id = tenant_id;--> statement-breakpoint
ALTER TABLE "payments"."tenant" ALTER COLUMN "account_id" SET NOT NULL;--> statement-breakpoint
INSERT INTO "payments"."unit" (landlord_id, unit_id, property_id, name, is_deleted, as_of) SELECT landlord_id, property_id, property_id, 'Unit 1', false, 'epoch' FROM payments.property;--> statement-breakpoint
INSERT INTO "payments"."rule" (id, landlord_id, tenant_id, tenancy_id, property_id, unit_id, type, steps, starts_on, proration, periods, is_rent, created_at, updated_at)
  SELECT r.tenant_id, r.landlord_id, r.tenant_id, r.tenant_id, t.property_id, t.property_id, 'rent', jsonb_build_array(jsonb_build_object('startsOn', r.starts_on, 'amount', r.monthly_rent)), r.starts_on, 'none', 12, true, r.created_at, r.created_at
  FROM payments.rent_plan r JOIN payments.tenant t ON t.landlord_id = r.landlord_id AND t.tenant_id = r.tenant_id;--> statement-breakpoint
ALTER TABLE "payments"."charge" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "payments"."charge" SET source = CASE source WHEN 'rent_plan' THEN 'recurring' ELSE source END, rule_id = CASE source WHEN 'rent_plan' THEN tenant_id END, tenancy_id = tenant_id, unit_id = property_id;--> statement-breakpoint
ALTER TABLE "payments"."charge" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "payments"."late_fee" ADD CONSTRAINT "late_fee_landlord_id_charge_id_charge_landlord_id_id_fk" FOREIGN KEY ("landlord_id","charge_id") REFERENCES "payments"."charge"("landlord_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deposit_movement_by_tenant" ON "payments"."deposit_movement" USING btree ("landlord_id","tenant_id","on","id");--> statement-breakpoint
CREATE UNIQUE INDEX "late_fee_once" ON "payments"."late_fee" USING btree ("landlord_id","charge_id","occurrence") WHERE "payments"."late_fee"."status" <> 'withdrawn';--> statement-breakpoint
CREATE INDEX "late_fee_by_status" ON "payments"."late_fee" USING btree ("landlord_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "late_fee_by_tenant" ON "payments"."late_fee" USING btree ("landlord_id","tenant_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "late_fee_policy_once" ON "payments"."late_fee_policy" USING btree ("landlord_id","scope",coalesce("property_id", "tenancy_id", "landlord_id"));--> statement-breakpoint
CREATE INDEX "rule_by_tenant" ON "payments"."rule" USING btree ("landlord_id","tenant_id","created_at","id");--> statement-breakpoint
CREATE INDEX "rule_newest" ON "payments"."rule" USING btree ("landlord_id","created_at","id","tenant_id");--> statement-breakpoint
CREATE INDEX "rule_to_post" ON "payments"."rule" USING btree ("next_post_on");--> statement-breakpoint
CREATE INDEX "tenancy_by_unit" ON "payments"."tenancy" USING btree ("landlord_id","property_id","unit_id");--> statement-breakpoint
CREATE INDEX "tenancy_by_account" ON "payments"."tenancy" USING btree ("landlord_id","tenant_id");--> statement-breakpoint
CREATE INDEX "unit_by_property" ON "payments"."unit" USING btree ("landlord_id","property_id");--> statement-breakpoint
CREATE UNIQUE INDEX "charge_posted_once" ON "payments"."charge" USING btree ("landlord_id","rule_id","period") WHERE "payments"."charge"."rule_id" is not null and ("payments"."charge"."cancelled_at" is null or "payments"."charge"."cancelled_by" is not null);--> statement-breakpoint
CREATE INDEX "tenant_by_account" ON "payments"."tenant" USING btree ("landlord_id","account_id");--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD CONSTRAINT "charge_late" CHECK (("payments"."charge"."source" = 'late_fee') = ("payments"."charge"."late_charge_id" is not null));--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD CONSTRAINT "charge_source" CHECK (("payments"."charge"."source" = 'recurring') = ("payments"."charge"."period" is not null) and ("payments"."charge"."period" is null) = ("payments"."charge"."rule_id" is null));--> statement-breakpoint
-- The new columns of charge and receipt are as fixed as the others.
DROP TRIGGER "charge_cancelled_once" ON "payments"."charge";--> statement-breakpoint
CREATE TRIGGER "charge_cancelled_once" BEFORE UPDATE ON "payments"."charge" FOR EACH ROW WHEN (
  OLD.cancelled_at IS NOT NULL AND (to_jsonb(OLD) - 'updated_at') IS DISTINCT FROM (to_jsonb(NEW) - 'updated_at')
) EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
DROP TRIGGER "receipt_verified_once" ON "payments"."receipt";--> statement-breakpoint
CREATE TRIGGER "receipt_verified_once" BEFORE UPDATE ON "payments"."receipt" FOR EACH ROW WHEN (
  OLD.verified_at IS NOT NULL OR
  (to_jsonb(OLD) - '{verified_at,verified_by,verification_method,verification_notes}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{verified_at,verified_by,verification_method,verification_notes}'::text[])
) EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "deposit_movement_stays" BEFORE UPDATE OR DELETE ON "payments"."deposit_movement" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
-- Whoever may see the home may see what it is called.
CREATE POLICY "a_unit_of_the_tenant" ON "payments"."unit" FOR SELECT TO "keyhold_payments" USING (property_id = ANY ((SELECT payments.homes_of_tenant())::uuid[]));
