CREATE TABLE "properties"."cleaner" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "properties"."cleaner_link" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"cleaner_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "properties"."stay_task" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"rental_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"booking_id" uuid,
	"rule_id" uuid,
	"occurrence" text,
	"task_type" text NOT NULL,
	"title" text NOT NULL,
	"cleaner_id" uuid,
	"due_date" date NOT NULL,
	"priority" text NOT NULL,
	"status" text NOT NULL,
	"estimated_duration" integer,
	"actual_duration" integer,
	"cost" numeric(10, 2),
	"checklist" jsonb NOT NULL,
	"notes" text,
	"cleaner_note" text,
	"edited" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"is_withdrawn" boolean DEFAULT false NOT NULL,
	"started_at" timestamp(3) with time zone,
	"completed_at" timestamp(3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "properties"."turnover_rule" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"rental_id" uuid NOT NULL,
	"trigger" text NOT NULL,
	"task_type" text NOT NULL,
	"title" text NOT NULL,
	"every" integer,
	"offset_days" integer NOT NULL,
	"cleaner_id" uuid,
	"priority" text NOT NULL,
	"estimated_duration" integer,
	"cost" numeric(10, 2),
	"checklist" jsonb NOT NULL,
	"notes" text,
	"is_active" boolean NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "turnover_rule_every" CHECK (("properties"."turnover_rule"."trigger" not in ('every_n_days', 'inspection')) or coalesce("properties"."turnover_rule"."every", 0) > 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "cleaner_name" ON "properties"."cleaner" USING btree ("landlord_id",lower(name));--> statement-breakpoint
CREATE UNIQUE INDEX "cleaner_link_of_cleaner" ON "properties"."cleaner_link" USING btree ("landlord_id","cleaner_id");--> statement-breakpoint
CREATE INDEX "cleaner_link_by_token" ON "properties"."cleaner_link" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "stay_task_by_due" ON "properties"."stay_task" USING btree ("landlord_id","due_date","id");--> statement-breakpoint
CREATE INDEX "stay_task_by_rental" ON "properties"."stay_task" USING btree ("landlord_id","rental_id","due_date","id");--> statement-breakpoint
CREATE INDEX "stay_task_by_cleaner" ON "properties"."stay_task" USING btree ("landlord_id","cleaner_id","due_date","id");--> statement-breakpoint
CREATE INDEX "stay_task_by_booking" ON "properties"."stay_task" USING btree ("landlord_id","booking_id");--> statement-breakpoint
CREATE INDEX "stay_task_open" ON "properties"."stay_task" USING btree ("landlord_id","due_date","id") WHERE status in ('pending', 'in_progress');--> statement-breakpoint
CREATE UNIQUE INDEX "stay_task_once" ON "properties"."stay_task" USING btree ("landlord_id","rule_id","occurrence") WHERE rule_id is not null;--> statement-breakpoint
CREATE INDEX "turnover_rule_by_rental" ON "properties"."turnover_rule" USING btree ("landlord_id","rental_id","created_at","id");--> statement-breakpoint
CREATE INDEX "turnover_rule_by_time" ON "properties"."turnover_rule" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "turnover_rule_periodic" ON "properties"."turnover_rule" USING btree ("id") WHERE is_active and trigger = 'every_n_days';