CREATE TABLE "ai"."reading" (
	"landlord_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"category" text NOT NULL,
	"asked_at" timestamp(3) with time zone NOT NULL,
	"status" text DEFAULT 'waiting' NOT NULL,
	"turn_at" timestamp(3) with time zone NOT NULL,
	"misses" integer DEFAULT 0 NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"lease_until" timestamp(3) with time zone,
	CONSTRAINT "reading_landlord_id_document_id_pk" PRIMARY KEY("landlord_id","document_id")
);
--> statement-breakpoint
ALTER TABLE "ai"."tenant" ADD COLUMN "account_id" uuid;--> statement-breakpoint
CREATE INDEX "reading_waiting" ON "ai"."reading" USING btree ("turn_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "reading_of_landlord" ON "ai"."reading" USING btree ("landlord_id","turn_at") WHERE status = 'waiting';