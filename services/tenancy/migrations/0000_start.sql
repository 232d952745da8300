CREATE SCHEMA "tenancy";
--> statement-breakpoint
CREATE TABLE "tenancy"."invitation" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"first_name" text,
	"last_name" text,
	"property_id" uuid,
	"message" text,
	"send_sms" boolean NOT NULL,
	"token_hash" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"tenant_id" uuid DEFAULT uuidv7() NOT NULL,
	"sms_status" text,
	"sms_error" text,
	"email_status" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invitation_token_once" UNIQUE("landlord_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "tenancy"."landlord_name" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenancy"."property" (
	"landlord_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	"is_deleted" boolean NOT NULL,
	CONSTRAINT "property_landlord_id_property_id_pk" PRIMARY KEY("landlord_id","property_id")
);
--> statement-breakpoint
CREATE TABLE "tenancy"."tenant" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"date_of_birth" date,
	"emergency_contact_name" text,
	"emergency_contact_phone" text,
	"employer_name" text,
	"monthly_income" numeric(10, 2),
	"property_id" uuid,
	"lease_start_date" date,
	"lease_end_date" date,
	"monthly_rent" numeric(10, 2),
	"security_deposit" numeric(10, 2),
	"is_active" boolean DEFAULT true NOT NULL,
	"registered_with_login" boolean DEFAULT false NOT NULL,
	"deleted_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"sort_name" text GENERATED ALWAYS AS (lower(last_name || ' ' || first_name)) STORED,
	"search_text" text GENERATED ALWAYS AS (lower(first_name || ' ' || last_name || ' ' || email || ' ' || coalesce(phone || ' ' || regexp_replace(phone, '\D', '', 'g'), ''))) STORED,
	CONSTRAINT "tenant_lease_ends_after_start" CHECK ("tenancy"."tenant"."lease_end_date" > "tenancy"."tenant"."lease_start_date"),
	CONSTRAINT "tenant_archived_is_inactive" CHECK ("tenancy"."tenant"."deleted_at" is null or not "tenancy"."tenant"."is_active")
);
--> statement-breakpoint
CREATE INDEX "invitation_newest" ON "tenancy"."invitation" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invitation_by_tenant" ON "tenancy"."invitation" USING btree ("landlord_id","tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "invitation_one_pending" ON "tenancy"."invitation" USING btree ("landlord_id","email") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "invitation_by_token" ON "tenancy"."invitation" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "tenant_newest" ON "tenancy"."tenant" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tenant_by_name" ON "tenancy"."tenant" USING btree ("landlord_id","sort_name","id");--> statement-breakpoint
CREATE INDEX "tenant_by_property" ON "tenancy"."tenant" USING btree ("landlord_id","property_id");--> statement-breakpoint
CREATE UNIQUE INDEX "tenant_email_of_active" ON "tenancy"."tenant" USING btree ("landlord_id","email") WHERE is_active and deleted_at is null;--> statement-breakpoint
-- A tenant may see its own record: the table has no tenant_id from which a policy could be derived.
CREATE POLICY "tenant_sees_itself" ON "tenancy"."tenant" FOR SELECT USING (id = nullif(current_setting('app.tenant_id', true), '')::uuid);
