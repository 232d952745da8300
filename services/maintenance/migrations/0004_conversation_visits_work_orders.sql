CREATE TABLE "maintenance"."vendor_bill" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"work_order_id" uuid NOT NULL,
	"vendor_name" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"file_name" text NOT NULL,
	"content_type" text NOT NULL,
	"blob_name" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "maintenance"."visit" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"tenant_id" uuid,
	"by" text NOT NULL,
	"work_order_id" uuid,
	"date" date NOT NULL,
	"from_time" text NOT NULL,
	"to_time" text NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "maintenance"."work_order" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"vendor_id" uuid,
	"vendor_name" text NOT NULL,
	"channel" text NOT NULL,
	"sent_to" text,
	"delivery" text NOT NULL,
	"delivery_error" text,
	"access_notes" text,
	"shares_tenant" boolean NOT NULL,
	"address" text,
	"unit_name" text,
	"tenant_name" text,
	"tenant_phone" text,
	"token_hash" text NOT NULL,
	"status" text NOT NULL,
	"reason" text,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "work_order_token_once" UNIQUE("landlord_id","token_hash")
);
--> statement-breakpoint
ALTER TABLE "maintenance"."change" ADD COLUMN "work_order_id" uuid;--> statement-breakpoint
ALTER TABLE "maintenance"."change" ADD COLUMN "author" text;--> statement-breakpoint
ALTER TABLE "maintenance"."change" ADD COLUMN "note" text;--> statement-breakpoint
ALTER TABLE "maintenance"."change" ADD COLUMN "rest_of" uuid;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "scheduled_from" text;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "scheduled_to" text;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "waiting_for" text;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "rating" integer;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "rating_note" text;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "reopens" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "suggested_category" text;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "suggested_priority" text;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "suggestion_words" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "suggestion_settled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "news_from" text;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "alert_since" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "alert_confirmed_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "alert_confirmed_by" uuid;--> statement-breakpoint
ALTER TABLE "maintenance"."request_photo" ADD COLUMN "work_order_id" uuid;--> statement-breakpoint
CREATE INDEX "vendor_bill_by_request" ON "maintenance"."vendor_bill" USING btree ("landlord_id","request_id","created_at","id");--> statement-breakpoint
CREATE INDEX "visit_by_request" ON "maintenance"."visit" USING btree ("landlord_id","request_id","date","from_time");--> statement-breakpoint
CREATE INDEX "work_order_by_request" ON "maintenance"."work_order" USING btree ("landlord_id","request_id","created_at","id");--> statement-breakpoint
CREATE INDEX "work_order_by_token" ON "maintenance"."work_order" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "change_by_work_order" ON "maintenance"."change" USING btree ("landlord_id","work_order_id","at");