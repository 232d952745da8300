CREATE TABLE "billing"."checkouts" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"plan" text NOT NULL,
	"interval" text NOT NULL,
	"subscription_id" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "billing"."invoices" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"number" text NOT NULL,
	"status" text NOT NULL,
	"description" text NOT NULL,
	"amount_due" numeric(10, 2) NOT NULL,
	"amount_paid" numeric(10, 2) NOT NULL,
	"period_start" timestamp(3) with time zone,
	"period_end" timestamp(3) with time zone,
	"hosted_url" text,
	"pdf_url" text,
	"ticket" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_once" UNIQUE("landlord_id","provider_id")
);
--> statement-breakpoint
CREATE TABLE "billing"."platform_settings" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"trial_days" integer NOT NULL,
	"default_max_properties" integer NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platform_settings_one_row" CHECK ("billing"."platform_settings"."only")
);
--> statement-breakpoint
CREATE TABLE "billing"."provider_events" (
	"landlord_id" uuid NOT NULL,
	"event_id" text NOT NULL,
	"type" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_events_landlord_id_event_id_pk" PRIMARY KEY("landlord_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "billing"."test_accounts" (
	"subscription_id" text NOT NULL,
	"landlord_id" uuid NOT NULL,
	"account" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "test_accounts_landlord_id_subscription_id_pk" PRIMARY KEY("landlord_id","subscription_id")
);
--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "initial_max_properties" integer;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "subscription_start_date" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "subscription_end_date" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "interval" text;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "cancel_at_period_end" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "past_due_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "provider" text;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "stripe_customer_id" text;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "stripe_subscription_id" text;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "stripe_price_id" text;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "provider_status" text;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "provider_plan" text;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "asked" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "answered" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "checkouts_one_open" ON "billing"."checkouts" USING btree ("landlord_id") WHERE "billing"."checkouts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "checkouts_by_subscription" ON "billing"."checkouts" USING btree ("landlord_id","subscription_id");--> statement-breakpoint
CREATE INDEX "checkouts_open" ON "billing"."checkouts" USING btree ("created_at") WHERE "billing"."checkouts"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "invoices_newest" ON "billing"."invoices" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "invoices_open" ON "billing"."invoices" USING btree ("created_at") WHERE "billing"."invoices"."status" = 'open';--> statement-breakpoint
CREATE INDEX "provider_events_oldest" ON "billing"."provider_events" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "subscriptions_customer" ON "billing"."subscriptions" USING btree ("stripe_customer_id") WHERE "billing"."subscriptions"."stripe_customer_id" is not null;--> statement-breakpoint
CREATE INDEX "subscriptions_renewal" ON "billing"."subscriptions" USING btree ("subscription_end_date") WHERE "billing"."subscriptions"."provider_status" in ('active', 'past_due');