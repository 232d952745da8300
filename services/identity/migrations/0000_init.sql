CREATE SCHEMA "identity";
--> statement-breakpoint
CREATE TABLE "identity"."confirmations" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"password_hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "confirmations_token_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "identity"."login_failures" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"key" text NOT NULL,
	"failed_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."refresh_tokens" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"session_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity"."sessions" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "identity"."signing_keys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"public_key" jsonb NOT NULL,
	"private_key" jsonb,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"retired_at" timestamp(3) with time zone,
	CONSTRAINT "signing_keys_private" CHECK (("identity"."signing_keys"."private_key" is null) = ("identity"."signing_keys"."retired_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "identity"."users" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text,
	"user_type" text NOT NULL,
	"scope_landlord_id" uuid,
	"scope_tenant_id" uuid,
	"is_active" boolean DEFAULT true NOT NULL,
	"confirmed_at" timestamp(3) with time zone,
	"subscription_plan" text,
	"subscription_status" text,
	"max_properties" integer,
	"trial_start_date" timestamp(3) with time zone,
	"trial_end_date" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_key" UNIQUE("email"),
	CONSTRAINT "users_tenant_key" UNIQUE("scope_landlord_id","scope_tenant_id"),
	CONSTRAINT "users_type" CHECK ("identity"."users"."user_type" in ('landlord', 'tenant', 'super_admin')),
	CONSTRAINT "users_email_lower" CHECK ("identity"."users"."email" = lower("identity"."users"."email")),
	CONSTRAINT "users_scope" CHECK (case when "identity"."users"."user_type" = 'tenant' then ("identity"."users"."scope_landlord_id" is null) = ("identity"."users"."scope_tenant_id" is null) else "identity"."users"."scope_landlord_id" is not distinct from "identity"."users"."id" and "identity"."users"."scope_tenant_id" is null end)
);
--> statement-breakpoint
ALTER TABLE "identity"."confirmations" ADD CONSTRAINT "confirmations_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."refresh_tokens" ADD CONSTRAINT "refresh_tokens_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "identity"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "confirmations_user" ON "identity"."confirmations" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "login_failures_key" ON "identity"."login_failures" USING btree ("key","failed_at");--> statement-breakpoint
CREATE INDEX "login_failures_at" ON "identity"."login_failures" USING btree ("failed_at");--> statement-breakpoint
CREATE INDEX "refresh_tokens_session" ON "identity"."refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens_expires" ON "identity"."refresh_tokens" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "identity"."sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_ended" ON "identity"."sessions" USING btree ("ended_at");--> statement-breakpoint
CREATE UNIQUE INDEX "signing_keys_one_active" ON "identity"."signing_keys" USING btree (("retired_at" is null)) WHERE "identity"."signing_keys"."retired_at" is null;