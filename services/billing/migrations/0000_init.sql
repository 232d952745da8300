CREATE SCHEMA "billing";
--> statement-breakpoint
CREATE TABLE "billing"."subscriptions" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"max_properties" integer,
	"trial_start_date" timestamp(3) with time zone,
	"trial_end_date" timestamp(3) with time zone,
	"announced_end" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscriptions_plan" CHECK ("billing"."subscriptions"."plan" in ('free', 'basic', 'professional', 'enterprise')),
	CONSTRAINT "subscriptions_status" CHECK ("billing"."subscriptions"."status" in ('trial', 'active', 'expired', 'cancelled')),
	CONSTRAINT "subscriptions_trial" CHECK ("billing"."subscriptions"."status" <> 'trial' or "billing"."subscriptions"."trial_end_date" is not null),
	CONSTRAINT "subscriptions_max_properties" CHECK ("billing"."subscriptions"."max_properties" >= 0)
);
--> statement-breakpoint
CREATE INDEX "subscriptions_trial_end" ON "billing"."subscriptions" USING btree ("trial_end_date") WHERE "billing"."subscriptions"."status" = 'trial';