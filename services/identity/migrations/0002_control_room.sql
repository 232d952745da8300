CREATE TABLE "identity"."admin_activity_log" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"admin_id" uuid NOT NULL,
	"admin_email" text,
	"of_landlord_id" uuid,
	"action" text NOT NULL,
	"target_user_id" uuid,
	"target_email" text,
	"details" jsonb NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."landlord_databases" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"database_name" text NOT NULL,
	"state" text NOT NULL,
	"is_active" boolean DEFAULT false NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "landlord_databases_landlord_key" UNIQUE("landlord_id"),
	CONSTRAINT "landlord_databases_name_key" UNIQUE("database_name"),
	CONSTRAINT "landlord_databases_active" CHECK (not "identity"."landlord_databases"."is_active" or "identity"."landlord_databases"."state" = 'ready')
);
--> statement-breakpoint
CREATE TABLE "identity"."platform_settings" (
	"only" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"trial_days" integer NOT NULL,
	"default_max_properties" integer NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "platform_settings_only" CHECK ("identity"."platform_settings"."only")
);
--> statement-breakpoint
CREATE TABLE "identity"."support_tickets" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"subject" text NOT NULL,
	"status" text NOT NULL,
	"message_count" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "support_tickets_status" CHECK ("identity"."support_tickets"."status" in ('open', 'answered', 'closed'))
);
--> statement-breakpoint
CREATE TABLE "identity"."ticket_messages" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"from_admin" boolean NOT NULL,
	"author_id" uuid NOT NULL,
	"author" text NOT NULL,
	"body" text NOT NULL,
	"mail_due_at" timestamp(3) with time zone,
	"mail_attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "subscription_start_date" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "subscription_end_date" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "stripe_customer_id" text;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "stripe_subscription_id" text;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "stripe_price_id" text;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "database_name" text;--> statement-breakpoint
ALTER TABLE "identity"."ticket_messages" ADD CONSTRAINT "ticket_messages_ticket_id_support_tickets_id_fk" FOREIGN KEY ("ticket_id") REFERENCES "identity"."support_tickets"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_activity_log_created" ON "identity"."admin_activity_log" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "admin_activity_log_target" ON "identity"."admin_activity_log" USING btree ("target_user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "admin_activity_log_search" ON "identity"."admin_activity_log" USING gin (("action" || E'\n' || replace("action", '_', ' ') || E'\n' || coalesce("admin_email", '') || E'\n' || coalesce("target_email", '')) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "landlord_databases_created" ON "identity"."landlord_databases" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_landlord" ON "identity"."support_tickets" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_created" ON "identity"."support_tickets" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "support_tickets_unclosed" ON "identity"."support_tickets" USING btree ("created_at","id") WHERE "identity"."support_tickets"."status" <> 'closed';--> statement-breakpoint
CREATE INDEX "support_tickets_search" ON "identity"."support_tickets" USING gin ("subject" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "ticket_messages_ticket" ON "identity"."ticket_messages" USING btree ("landlord_id","ticket_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ticket_messages_mail_due" ON "identity"."ticket_messages" USING btree ("mail_due_at") WHERE "identity"."ticket_messages"."mail_due_at" is not null;--> statement-breakpoint
CREATE INDEX "users_created" ON "identity"."users" USING btree ("user_type","created_at","id");--> statement-breakpoint
CREATE INDEX "users_search" ON "identity"."users" USING gin (("email" || E'\n' || "first_name" || ' ' || "last_name") gin_trgm_ops) WHERE "identity"."users"."user_type" = 'landlord';