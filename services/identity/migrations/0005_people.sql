CREATE TABLE "identity"."mailbox_links" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"token_hash" text,
	"of_landlord_id" uuid,
	"of_tenant_id" uuid,
	"former_tenant_ids" uuid[] DEFAULT '{}' NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mailbox_links_token_key" UNIQUE("token_hash"),
	CONSTRAINT "mailbox_links_tenancy" CHECK (("identity"."mailbox_links"."purpose" = 'tenancy') = ("identity"."mailbox_links"."of_landlord_id" is not null and "identity"."mailbox_links"."of_tenant_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "identity"."phone_codes" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"phone" text NOT NULL,
	"code_hash" text NOT NULL,
	"guesses" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."known_devices" (
	"token_hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"last_used_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "known_devices_token_hash_user_id_pk" PRIMARY KEY("token_hash","user_id")
);
--> statement-breakpoint
CREATE TABLE "identity"."sign_ups" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"network" text NOT NULL,
	"at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity"."users" DROP CONSTRAINT "users_email_key";--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "reach" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "password_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "email_proof" text;--> statement-breakpoint
-- Until now an address had one account. Those of landlords, administrators and tenants who signed up themselves keep theirs.
UPDATE "identity"."users" SET "email_proof" = CASE WHEN "user_type" = 'super_admin' THEN 'mailbox' ELSE 'not_asked' END
WHERE "deleted_at" IS NULL AND CASE "user_type" WHEN 'tenant' THEN "scope_landlord_id" IS NULL WHEN 'super_admin' THEN "confirmed_at" IS NOT NULL ELSE true END;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "phone_proved_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "last_signed_in_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "identity"."mailbox_links" ADD CONSTRAINT "mailbox_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."phone_codes" ADD CONSTRAINT "phone_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailbox_links_user" ON "identity"."mailbox_links" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "mailbox_links_expires" ON "identity"."mailbox_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "phone_codes_user" ON "identity"."phone_codes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "phone_codes_created" ON "identity"."phone_codes" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "known_devices_user" ON "identity"."known_devices" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "known_devices_used" ON "identity"."known_devices" USING btree ("last_used_at");--> statement-breakpoint
CREATE INDEX "sign_ups_network" ON "identity"."sign_ups" USING btree ("network","at");--> statement-breakpoint
CREATE INDEX "sign_ups_at" ON "identity"."sign_ups" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email_key" ON "identity"."users" USING btree ("email") WHERE "identity"."users"."user_type" = 'super_admin' or "identity"."users"."user_type" = 'landlord' and "identity"."users"."email_proof" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_login_key" ON "identity"."users" USING btree ("scope_landlord_id","email") WHERE "identity"."users"."user_type" = 'tenant' and "identity"."users"."scope_landlord_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "users_unlinked_key" ON "identity"."users" USING btree ("email") WHERE "identity"."users"."user_type" = 'tenant' and "identity"."users"."scope_landlord_id" is null and "identity"."users"."email_proof" is not null;--> statement-breakpoint
CREATE INDEX "users_email" ON "identity"."users" USING btree ("email");--> statement-breakpoint
ALTER TABLE "identity"."users" ADD CONSTRAINT "users_email_proof" CHECK ("identity"."users"."email_proof" in ('mailbox', 'not_asked'));