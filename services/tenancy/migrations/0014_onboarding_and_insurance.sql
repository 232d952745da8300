CREATE TABLE "tenancy"."insurance_requirement" (
	"landlord_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"is_required" boolean NOT NULL,
	"minimum_coverage" numeric(10, 2),
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "insurance_requirement_landlord_id_property_id_pk" PRIMARY KEY("landlord_id","property_id")
);
--> statement-breakpoint
CREATE TABLE "tenancy"."renters_insurance" (
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"insurer" text NOT NULL,
	"policy_number" text NOT NULL,
	"coverage" numeric(10, 2) NOT NULL,
	"effective_date" date NOT NULL,
	"expiry_date" date NOT NULL,
	"document_id" uuid,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "renters_insurance_landlord_id_tenant_id_pk" PRIMARY KEY("landlord_id","tenant_id"),
	CONSTRAINT "renters_insurance_expires_later" CHECK ("tenancy"."renters_insurance"."expiry_date" > "tenancy"."renters_insurance"."effective_date")
);
--> statement-breakpoint
CREATE TABLE "tenancy"."onboarding_completion" (
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"step_id" uuid NOT NULL,
	"points" integer NOT NULL,
	"completed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "onboarding_completion_landlord_id_tenant_id_step_id_pk" PRIMARY KEY("landlord_id","tenant_id","step_id")
);
--> statement-breakpoint
CREATE TABLE "tenancy"."onboarding_plan" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"steps" jsonb NOT NULL,
	"achievements" jsonb NOT NULL,
	"points_per_level" integer NOT NULL,
	"streak_days" integer NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "renters_insurance_expiring" ON "tenancy"."renters_insurance" USING btree ("landlord_id","expiry_date");--> statement-breakpoint
-- Tenants may see the steps that their landlord gives them, the property they live in (its time zone), and what insurance it needs: none of
-- these tables has a tenant_id from which a policy could be derived.
CREATE POLICY "tenants_see_it" ON "tenancy"."onboarding_plan" FOR SELECT USING (true);--> statement-breakpoint
CREATE POLICY "tenants_see_theirs" ON "tenancy"."property" FOR SELECT USING ((SELECT nullif(current_setting('app.tenant_id', true), '') IS NOT NULL) AND EXISTS (
	SELECT FROM "tenancy"."tenancy" y
	WHERE y."landlord_id" = "tenancy"."property"."landlord_id" AND y."property_id" = "tenancy"."property"."property_id"));--> statement-breakpoint
CREATE POLICY "tenants_see_theirs" ON "tenancy"."insurance_requirement" FOR SELECT USING ((SELECT nullif(current_setting('app.tenant_id', true), '') IS NOT NULL) AND EXISTS (
	SELECT FROM "tenancy"."tenancy" y
	WHERE y."landlord_id" = "tenancy"."insurance_requirement"."landlord_id" AND y."property_id" = "tenancy"."insurance_requirement"."property_id"));
