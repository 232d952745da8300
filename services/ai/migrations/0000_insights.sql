CREATE SCHEMA "ai";
--> statement-breakpoint
CREATE TABLE "ai"."charge" (
	"landlord_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"property_id" uuid,
	"payment_type" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"open" numeric(10, 2) NOT NULL,
	"due_date" date NOT NULL,
	"settled_on" date,
	CONSTRAINT "charge_landlord_id_charge_id_pk" PRIMARY KEY("landlord_id","charge_id")
);
--> statement-breakpoint
CREATE TABLE "ai"."insight" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"key" text NOT NULL,
	"property_id" uuid,
	"about_tenant_id" uuid,
	"insight_type" text NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"priority" text NOT NULL,
	"rank" integer NOT NULL,
	"action_required" boolean NOT NULL,
	"evidence" jsonb NOT NULL,
	"metadata" jsonb NOT NULL,
	"data_source" text NOT NULL,
	"confidence" double precision NOT NULL,
	"is_read" boolean DEFAULT false NOT NULL,
	"returns_at" double precision NOT NULL,
	"dismissed_at" timestamp(3) with time zone,
	"dismissed_rank" integer,
	"dismissed_returns_at" double precision,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai"."landlord" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"changes" bigint DEFAULT 0 NOT NULL,
	"seen" bigint DEFAULT 0 NOT NULL,
	"taken_over_at" timestamp(3) with time zone,
	"due_at" timestamp(3) with time zone,
	"lease_until" timestamp(3) with time zone,
	"rest_until" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "ai"."ledger" (
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"changes" bigint DEFAULT 0 NOT NULL,
	"seen" bigint DEFAULT 0 NOT NULL,
	"awaiting_confirmation" numeric(10, 2) DEFAULT 0 NOT NULL,
	"credit" numeric(10, 2) DEFAULT 0 NOT NULL,
	CONSTRAINT "ledger_landlord_id_tenant_id_pk" PRIMARY KEY("landlord_id","tenant_id")
);
--> statement-breakpoint
CREATE TABLE "ai"."property" (
	"landlord_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"name" text NOT NULL,
	"city" text,
	"state" text,
	"time_zone" text NOT NULL,
	"property_type" text,
	"bedrooms" integer,
	"square_feet" integer,
	"monthly_rent" numeric(10, 2) NOT NULL,
	"is_archived" boolean NOT NULL,
	"is_deleted" boolean NOT NULL,
	"as_of" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "property_landlord_id_property_id_pk" PRIMARY KEY("landlord_id","property_id")
);
--> statement-breakpoint
CREATE TABLE "ai"."request" (
	"landlord_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"property_id" uuid,
	"title" text NOT NULL,
	"category" text NOT NULL,
	"priority" text NOT NULL,
	"status" text NOT NULL,
	"opened_at" timestamp(3) with time zone NOT NULL,
	"scheduled_date" date,
	"as_of" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "request_landlord_id_request_id_pk" PRIMARY KEY("landlord_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "ai"."tenant" (
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"property_id" uuid,
	"lease_start_date" date,
	"lease_end_date" date,
	"monthly_rent" numeric(10, 2),
	"is_active" boolean NOT NULL,
	"as_of" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "tenant_landlord_id_tenant_id_pk" PRIMARY KEY("landlord_id","tenant_id")
);
--> statement-breakpoint
CREATE INDEX "charge_by_tenant" ON "ai"."charge" USING btree ("landlord_id","tenant_id","due_date");--> statement-breakpoint
CREATE UNIQUE INDEX "insight_once" ON "ai"."insight" USING btree ("landlord_id","key");--> statement-breakpoint
CREATE INDEX "insight_in_order" ON "ai"."insight" USING btree ("landlord_id","rank","created_at","id") WHERE dismissed_at is null;--> statement-breakpoint
CREATE INDEX "landlord_stale" ON "ai"."landlord" USING btree ("landlord_id") WHERE seen < changes;--> statement-breakpoint
CREATE INDEX "landlord_due" ON "ai"."landlord" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "ledger_stale" ON "ai"."ledger" USING btree ("landlord_id","tenant_id") WHERE seen < changes;--> statement-breakpoint
CREATE INDEX "request_by_time" ON "ai"."request" USING btree ("landlord_id","opened_at");--> statement-breakpoint
CREATE INDEX "request_unfinished" ON "ai"."request" USING btree ("landlord_id") WHERE status in ('open', 'in_progress');