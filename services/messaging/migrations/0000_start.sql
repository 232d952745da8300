CREATE SCHEMA "messaging";
--> statement-breakpoint
CREATE TABLE "messaging"."delivery" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"key" text NOT NULL,
	"owner_id" uuid,
	"channel" text NOT NULL,
	"to" text,
	"subject" text,
	"body" text,
	"body_sha256" text NOT NULL,
	"body_length" integer NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"provider_id" text,
	"queued" boolean NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "delivery_key_once" UNIQUE("key"),
	CONSTRAINT "delivery_body_until_done" CHECK (("messaging"."delivery"."status" = 'pending') = ("messaging"."delivery"."body" is not null))
);
--> statement-breakpoint
CREATE TABLE "messaging"."incoming_text" (
	"sid" text PRIMARY KEY NOT NULL,
	"from" text NOT NULL,
	"keyword" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."opt_out" (
	"number" text PRIMARY KEY NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."outbox_message" (
	"id" uuid PRIMARY KEY NOT NULL,
	"channel" text NOT NULL,
	"to" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."recipient" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"first_name" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."undelivered" (
	"sid" text PRIMARY KEY NOT NULL,
	"code" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "delivery_due" ON "messaging"."delivery" USING btree ("due_at") WHERE status = 'pending' and queued;--> statement-breakpoint
CREATE INDEX "delivery_by_provider_id" ON "messaging"."delivery" USING btree ("provider_id");--> statement-breakpoint
CREATE INDEX "outbox_message_newest" ON "messaging"."outbox_message" USING btree ("created_at","id");