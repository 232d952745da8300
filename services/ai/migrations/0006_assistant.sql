CREATE TABLE "ai"."assistant_exchange" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"conversation_id" uuid NOT NULL,
	"message_id" uuid NOT NULL,
	"asked_by" text NOT NULL,
	"about_tenant_id" uuid,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"outcome" text NOT NULL,
	"reason" text,
	"intents" text[] NOT NULL,
	"sources" jsonb NOT NULL,
	"proposal" jsonb,
	"engine" text NOT NULL,
	"model" text,
	"fallback_reason" text,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	"cost" numeric(12, 6) DEFAULT 0 NOT NULL,
	"latency_ms" integer NOT NULL,
	"rating" text,
	"rating_note" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai"."model_settings" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"off" text[] NOT NULL,
	"monthly_ceiling" numeric(10, 2),
	"updated_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ai"."model_spend" (
	"landlord_id" uuid NOT NULL,
	"month" text NOT NULL,
	"spent" numeric(12, 6) DEFAULT 0 NOT NULL,
	"reserved" numeric(12, 6) DEFAULT 0 NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	"input_tokens" integer DEFAULT 0 NOT NULL,
	"output_tokens" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "model_spend_landlord_id_month_pk" PRIMARY KEY("landlord_id","month"),
	CONSTRAINT "spend_not_negative" CHECK ("ai"."model_spend"."spent" >= 0)
);
--> statement-breakpoint
CREATE UNIQUE INDEX "exchange_once" ON "ai"."assistant_exchange" USING btree ("landlord_id","message_id");--> statement-breakpoint
CREATE INDEX "exchange_by_time" ON "ai"."assistant_exchange" USING btree ("landlord_id","created_at","id");