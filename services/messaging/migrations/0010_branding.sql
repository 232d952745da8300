CREATE TABLE "messaging"."branding" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"host" text,
	"as_of" timestamp(3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messaging"."outbox_message" ADD COLUMN "from_name" text;