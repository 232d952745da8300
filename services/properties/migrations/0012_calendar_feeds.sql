CREATE TABLE "properties"."calendar_export" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"rental_id" uuid NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"feed_id" uuid,
	"token_hash" text NOT NULL,
	"last_characters" text NOT NULL,
	"served" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_fetched_at" timestamp(3) with time zone,
	"fetches" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "properties"."feed" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"rental_id" uuid NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"url" text NOT NULL,
	"interval_minutes" integer NOT NULL,
	"end_is_last_night" boolean DEFAULT false NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"etag" text,
	"last_modified" text,
	"text_id" uuid,
	"is_empty" boolean DEFAULT false NOT NULL,
	"next_sync_at" timestamp(3) with time zone,
	"asked_at" timestamp(3) with time zone,
	"last_try_at" timestamp(3) with time zone,
	"last_success_at" timestamp(3) with time zone,
	"last_change_at" timestamp(3) with time zone,
	"last_error" text,
	"good_fetches" integer DEFAULT 0 NOT NULL,
	"failed_fetches" integer DEFAULT 0 NOT NULL,
	"stale_since" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "properties"."feed_conflict" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"feed_id" uuid NOT NULL,
	"rental_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"holders" jsonb NOT NULL,
	"status" text NOT NULL,
	"choice" text,
	"found_at" timestamp(3) with time zone NOT NULL,
	"deadline" timestamp(3) with time zone NOT NULL,
	"resolved_at" timestamp(3) with time zone,
	"resolved_by" uuid
);
--> statement-breakpoint
CREATE TABLE "properties"."feed_entry" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"feed_id" uuid NOT NULL,
	"rental_id" uuid NOT NULL,
	"key" text NOT NULL,
	"from_date" date NOT NULL,
	"to_date" date NOT NULL,
	"kind" text NOT NULL,
	"chosen_kind" text,
	"is_set_aside" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"missed" integer DEFAULT 0 NOT NULL,
	"hold" text NOT NULL,
	"booking_id" uuid,
	"booked_from" date,
	"booked_to" date,
	"claim_ids" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"summary" text NOT NULL,
	"guest_name" text,
	"code" text,
	"phone_last_digits" text,
	"origins" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"first_seen_at" timestamp(3) with time zone NOT NULL,
	"last_seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "feed_entry_has_nights" CHECK ("properties"."feed_entry"."from_date" < "properties"."feed_entry"."to_date")
);
--> statement-breakpoint
CREATE TABLE "properties"."feed_sync" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"feed_id" uuid NOT NULL,
	"outcome" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"last_at" timestamp(3) with time zone NOT NULL,
	"fetches" integer DEFAULT 1 NOT NULL,
	"text_id" uuid,
	"is_empty_accepted" boolean DEFAULT false NOT NULL,
	"error" text,
	"status" integer,
	"bytes" integer,
	"entries" integer,
	"unreadable" integer DEFAULT 0 NOT NULL,
	"gap_minutes" integer DEFAULT 0 NOT NULL,
	"changes" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "properties"."feed_text" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"feed_id" uuid NOT NULL,
	"gzip" "bytea" NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "calendar_export_by_rental" ON "properties"."calendar_export" USING btree ("landlord_id","rental_id","id");--> statement-breakpoint
CREATE INDEX "calendar_export_by_token" ON "properties"."calendar_export" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "feed_by_rental" ON "properties"."feed" USING btree ("landlord_id","rental_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "feed_url" ON "properties"."feed" USING btree ("landlord_id","rental_id","url") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "feed_due" ON "properties"."feed" USING btree ("next_sync_at") WHERE next_sync_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "feed_conflict_open" ON "properties"."feed_conflict" USING btree ("landlord_id","entry_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "feed_conflict_by_deadline" ON "properties"."feed_conflict" USING btree ("landlord_id","status","deadline","id");--> statement-breakpoint
CREATE UNIQUE INDEX "feed_entry_key" ON "properties"."feed_entry" USING btree ("landlord_id","feed_id","key");--> statement-breakpoint
CREATE INDEX "feed_entry_by_nights" ON "properties"."feed_entry" USING btree ("landlord_id","feed_id","from_date","id");--> statement-breakpoint
CREATE INDEX "feed_entry_by_rental" ON "properties"."feed_entry" USING btree ("landlord_id","rental_id","to_date");--> statement-breakpoint
CREATE INDEX "feed_entry_by_booking" ON "properties"."feed_entry" USING btree ("landlord_id","booking_id") WHERE booking_id is not null;--> statement-breakpoint
CREATE INDEX "feed_sync_by_feed" ON "properties"."feed_sync" USING btree ("landlord_id","feed_id","at","id");--> statement-breakpoint
CREATE INDEX "feed_text_by_feed" ON "properties"."feed_text" USING btree ("landlord_id","feed_id","id");