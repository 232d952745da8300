CREATE TABLE "identity"."authentication_log" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"what" text NOT NULL,
	"user_id" uuid,
	"email" text NOT NULL,
	"ip" text,
	"user_agent" text,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "authentication_log_at" ON "identity"."authentication_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "authentication_log_email" ON "identity"."authentication_log" USING btree ("email","at","id");