CREATE TABLE "identity"."database_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"wanted" text NOT NULL,
	"outcome" text,
	"asked_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
