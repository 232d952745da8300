CREATE TABLE "messaging"."emergency_alert" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"event_id" uuid NOT NULL,
	"title" text NOT NULL,
	"category" text NOT NULL,
	"priority" text NOT NULL,
	"words" jsonb NOT NULL,
	"property_id" uuid,
	"reported_by" uuid,
	"is_raised" boolean NOT NULL,
	"is_repeated" boolean NOT NULL,
	"rounds" integer DEFAULT 0 NOT NULL,
	"stopped_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "emergency_alert_once" UNIQUE("landlord_id","event_id")
);
--> statement-breakpoint
CREATE TABLE "messaging"."bounced_address" (
	"address" text PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."consent" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"channel" text NOT NULL,
	"address" text,
	"source" text NOT NULL,
	"shown" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."notification_preference" (
	"landlord_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"tenant_id" uuid,
	"topic" text NOT NULL,
	"channel" text NOT NULL,
	"is_on" boolean NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_preference_landlord_id_person_id_topic_channel_pk" PRIMARY KEY("landlord_id","person_id","topic","channel")
);
--> statement-breakpoint
CREATE TABLE "messaging"."canned_reply" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."conversation" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid,
	"property_id" uuid,
	"subject" text NOT NULL,
	"category" text DEFAULT 'general' NOT NULL,
	"priority" text DEFAULT 'normal' NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"last_message_at" timestamp(3) with time zone NOT NULL,
	"last_message" text,
	"last_sender" text,
	"landlord_read" integer DEFAULT 0 NOT NULL,
	"tenant_read" integer DEFAULT 0 NOT NULL,
	"needs_answer" text,
	"needs_answer_reason" text,
	"mail_token" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "conversation_mail_token" UNIQUE("mail_token"),
	CONSTRAINT "conversation_read" CHECK ("messaging"."conversation"."landlord_read" <= "messaging"."conversation"."message_count" and "messaging"."conversation"."tenant_read" <= "messaging"."conversation"."message_count")
);
--> statement-breakpoint
CREATE TABLE "messaging"."conversation_file" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid,
	"message_id" uuid,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"blob_name" text NOT NULL,
	"removal_id" uuid NOT NULL,
	"width" integer,
	"height" integer,
	"bytes" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."conversation_setting" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"assistant_answers_tenants" boolean NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."message" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"tenant_id" uuid,
	"number" integer NOT NULL,
	"sender" text NOT NULL,
	"message_type" text DEFAULT 'text' NOT NULL,
	"category" text DEFAULT 'general' NOT NULL,
	"message" text NOT NULL,
	"client_id" text,
	"via" text DEFAULT 'app' NOT NULL,
	"via_address" text,
	"quoted_id" uuid,
	"in_reply_to" uuid,
	"outcome" text,
	"sources" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"proposal" jsonb,
	"proposal_decision" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_number" UNIQUE("landlord_id","conversation_id","number"),
	CONSTRAINT "message_client_id" UNIQUE("landlord_id","client_id"),
	CONSTRAINT "message_answer_once" UNIQUE("landlord_id","in_reply_to")
);
--> statement-breakpoint
CREATE TABLE "messaging"."notice" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid,
	"topic" text NOT NULL,
	"key" text NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"path" text,
	"in_portal" boolean NOT NULL,
	"notification_id" uuid,
	"occurrence" text,
	"rule_id" uuid,
	"read_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notice_once" UNIQUE("landlord_id","key")
);
--> statement-breakpoint
CREATE TABLE "messaging"."notice_channel" (
	"landlord_id" uuid NOT NULL,
	"notice_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"delivery_id" uuid,
	"skipped" text,
	CONSTRAINT "notice_channel_landlord_id_notice_id_channel_pk" PRIMARY KEY("landlord_id","notice_id","channel")
);
--> statement-breakpoint
CREATE TABLE "messaging"."notification" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"to_tenant_id" uuid,
	"property_id" uuid,
	"notification_type" text NOT NULL,
	"delivery_method" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"is_read" boolean DEFAULT false NOT NULL,
	"scheduled_for" timestamp(3) with time zone,
	"scheduled_local" text,
	"due_date" date,
	"effective_date" date,
	"is_recurring" boolean DEFAULT false NOT NULL,
	"recurring_type" text,
	"recurring_day" integer,
	"next_send_date" date,
	"last_sent_date" date,
	"sent_at" timestamp(3) with time zone,
	"occurrence" text NOT NULL,
	"is_sending" boolean DEFAULT false NOT NULL,
	"is_final" boolean DEFAULT false NOT NULL,
	"recipients" integer DEFAULT 0 NOT NULL,
	"prepared" integer DEFAULT 0 NOT NULL,
	"sent_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"problem_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_recurring_day" CHECK ("messaging"."notification"."recurring_day" between 1 and 28)
);
--> statement-breakpoint
CREATE TABLE "messaging"."notification_run" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"notification_id" uuid NOT NULL,
	"occurrence" text NOT NULL,
	"time_zone" text NOT NULL,
	"is_last" boolean NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"cursor" uuid,
	"started_at" timestamp(3) with time zone,
	"done_at" timestamp(3) with time zone,
	CONSTRAINT "notification_run_once" UNIQUE("landlord_id","notification_id","occurrence","time_zone")
);
--> statement-breakpoint
CREATE TABLE "messaging"."provider_pace" (
	"channel" text PRIMARY KEY NOT NULL,
	"free_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."push_subscription" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"tenant_id" uuid,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "push_subscription_once" UNIQUE("landlord_id","person_id","endpoint")
);
--> statement-breakpoint
CREATE TABLE "messaging"."known_requests" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"taken_over_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."maintenance_request" (
	"request_id" uuid PRIMARY KEY NOT NULL,
	"landlord_id" uuid NOT NULL,
	"reported_by" uuid,
	"property_id" uuid,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"opened_at" timestamp(3) with time zone,
	"scheduled_date" date,
	"as_of" timestamp(3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."reminder_log" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"rule_id" uuid NOT NULL,
	"record_key" text NOT NULL,
	"about_tenant_id" uuid,
	"recipient" text NOT NULL,
	"record" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"notice_id" uuid,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminder_log_once" UNIQUE("landlord_id","rule_id","record_key")
);
--> statement-breakpoint
CREATE TABLE "messaging"."reminder_rule" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"trigger" text NOT NULL,
	"days" integer NOT NULL,
	"title" text NOT NULL,
	"message" text NOT NULL,
	"delivery_method" text NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"on_since" timestamp(3) with time zone,
	"is_preset" boolean DEFAULT false NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messaging"."delivery" ADD COLUMN "reply_to" text;--> statement-breakpoint
ALTER TABLE "messaging"."tenant" ADD COLUMN "account_id" uuid;--> statement-breakpoint
ALTER TABLE "messaging"."notice_channel" ADD CONSTRAINT "notice_channel_notice_id_notice_id_fk" FOREIGN KEY ("notice_id") REFERENCES "messaging"."notice"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messaging"."notification_run" ADD CONSTRAINT "notification_run_notification_id_notification_id_fk" FOREIGN KEY ("notification_id") REFERENCES "messaging"."notification"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messaging"."reminder_log" ADD CONSTRAINT "reminder_log_rule_id_reminder_rule_id_fk" FOREIGN KEY ("rule_id") REFERENCES "messaging"."reminder_rule"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "emergency_alert_sounding" ON "messaging"."emergency_alert" USING btree ("landlord_id","request_id") WHERE stopped_at is null;--> statement-breakpoint
CREATE INDEX "consent_of_tenant" ON "messaging"."consent" USING btree ("landlord_id","tenant_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "consent_given_once" ON "messaging"."consent" USING btree ("landlord_id","tenant_id","channel","address") WHERE kind = 'given';--> statement-breakpoint
CREATE INDEX "canned_reply_by_title" ON "messaging"."canned_reply" USING btree ("landlord_id","title","id");--> statement-breakpoint
CREATE INDEX "conversation_latest" ON "messaging"."conversation" USING btree ("landlord_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversation_of_tenant" ON "messaging"."conversation" USING btree ("landlord_id","tenant_id","last_message_at","id");--> statement-breakpoint
CREATE INDEX "conversation_unread" ON "messaging"."conversation" USING btree ("landlord_id") WHERE message_count > landlord_read or needs_answer is not null;--> statement-breakpoint
CREATE INDEX "conversation_file_of_message" ON "messaging"."conversation_file" USING btree ("landlord_id","message_id");--> statement-breakpoint
CREATE INDEX "conversation_file_unsent" ON "messaging"."conversation_file" USING btree ("created_at") WHERE message_id is null;--> statement-breakpoint
CREATE INDEX "notice_of_person" ON "messaging"."notice" USING btree ("landlord_id","tenant_id","created_at","id") WHERE in_portal;--> statement-breakpoint
CREATE INDEX "notice_unread" ON "messaging"."notice" USING btree ("landlord_id","tenant_id") WHERE in_portal and read_at is null;--> statement-breakpoint
CREATE INDEX "notice_of_notification" ON "messaging"."notice" USING btree ("landlord_id","notification_id","occurrence","id");--> statement-breakpoint
CREATE INDEX "notice_channel_by_notice" ON "messaging"."notice_channel" USING btree ("notice_id");--> statement-breakpoint
CREATE INDEX "notice_channel_by_delivery" ON "messaging"."notice_channel" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "notification_by_landlord" ON "messaging"."notification" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_by_status" ON "messaging"."notification" USING btree ("landlord_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "notification_counting" ON "messaging"."notification" USING btree ("id") WHERE sent_at is not null and not is_final;--> statement-breakpoint
CREATE INDEX "notification_run_by_notification" ON "messaging"."notification_run" USING btree ("notification_id");--> statement-breakpoint
CREATE INDEX "push_subscription_of_person" ON "messaging"."push_subscription" USING btree ("landlord_id","person_id");--> statement-breakpoint
CREATE INDEX "maintenance_request_open" ON "messaging"."maintenance_request" USING btree ("landlord_id","opened_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "maintenance_request_visits" ON "messaging"."maintenance_request" USING btree ("landlord_id","scheduled_date");--> statement-breakpoint
CREATE INDEX "reminder_log_of_rule" ON "messaging"."reminder_log" USING btree ("landlord_id","rule_id","created_at","id");--> statement-breakpoint
CREATE INDEX "reminder_rule_by_landlord" ON "messaging"."reminder_rule" USING btree ("landlord_id","trigger");--> statement-breakpoint
CREATE UNIQUE INDEX "reminder_rule_preset" ON "messaging"."reminder_rule" USING btree ("landlord_id","trigger") WHERE is_preset;--> statement-breakpoint
CREATE INDEX "reminder_rule_on" ON "messaging"."reminder_rule" USING btree ("landlord_id") WHERE is_on;--> statement-breakpoint
CREATE INDEX "delivery_texts_to" ON "messaging"."delivery" USING btree ("to","created_at") WHERE channel = 'sms';--> statement-breakpoint
CREATE INDEX "tenant_by_digits" ON "messaging"."tenant" USING btree (right(regexp_replace("phone", '\D', '', 'g'), 10));--> statement-breakpoint
CREATE INDEX "incoming_text_by_number" ON "messaging"."incoming_text" USING btree ("from","created_at");