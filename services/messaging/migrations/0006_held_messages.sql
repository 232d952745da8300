CREATE TABLE "messaging"."channel_switch" (
	"channel" text PRIMARY KEY NOT NULL,
	"is_off" boolean NOT NULL,
	"changed_by" uuid NOT NULL,
	"changed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."counted_text" (
	"delivery_id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"owner_id" uuid,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "messaging"."sender_plan" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"plan" text NOT NULL,
	"status" text NOT NULL,
	"as_of" timestamp(3) with time zone DEFAULT '1970-01-01T00:00:00.000Z' NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messaging"."delivery" ADD COLUMN "held" text;--> statement-breakpoint
ALTER TABLE "messaging"."delivery" ADD COLUMN "was_held" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messaging"."delivery" ADD COLUMN "let_out" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messaging"."delivery" ADD COLUMN "fixed_body" text;--> statement-breakpoint
ALTER TABLE "messaging"."recipient" ADD COLUMN "is_email_proved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messaging"."recipient" ADD COLUMN "is_phone_proved" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messaging"."recipient" ADD COLUMN "since" timestamp(3) with time zone;--> statement-breakpoint
CREATE INDEX "counted_text_number" ON "messaging"."counted_text" USING btree ("number","at");--> statement-breakpoint
CREATE INDEX "counted_text_owner" ON "messaging"."counted_text" USING btree ("owner_id","at");--> statement-breakpoint
CREATE INDEX "counted_text_at" ON "messaging"."counted_text" USING btree ("at");--> statement-breakpoint
CREATE INDEX "delivery_held" ON "messaging"."delivery" USING btree ("created_at","id") WHERE held is not null;--> statement-breakpoint
CREATE INDEX "delivery_held_of_owner" ON "messaging"."delivery" USING btree ("owner_id") WHERE held is not null;--> statement-breakpoint
ALTER TABLE "messaging"."delivery" ADD CONSTRAINT "delivery_held" CHECK ("messaging"."delivery"."held" is null or "messaging"."delivery"."status" = 'pending');