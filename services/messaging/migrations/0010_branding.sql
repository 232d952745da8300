CREATE TABLE "messaging"."branding" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"host" text,
	"as_of" timestamp(3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messaging"."outbox_message" ADD COLUMN "from_name" text;--> statement-breakpoint
-- Hand-written. The record of consent is evidence: the service adds to it and can neither change nor remove an entry (the comment is read when rights are granted).
COMMENT ON TABLE "messaging"."consent" IS 'append-only';
