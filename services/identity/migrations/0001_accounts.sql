CREATE TABLE "identity"."password_reset_links" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "password_reset_links_token_key" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "identity"."password_reset_requests" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"email" text NOT NULL,
	"ip" text NOT NULL,
	"requested_at" timestamp(3) with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "identity"."users" DROP CONSTRAINT "users_scope";--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "last_used_at" timestamp(3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "ip" text;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD COLUMN "deleted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "identity"."password_reset_links" ADD CONSTRAINT "password_reset_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_reset_links_user" ON "identity"."password_reset_links" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "password_reset_links_expires" ON "identity"."password_reset_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "password_reset_requests_email" ON "identity"."password_reset_requests" USING btree ("email","requested_at");--> statement-breakpoint
CREATE INDEX "password_reset_requests_ip" ON "identity"."password_reset_requests" USING btree ("ip","requested_at");--> statement-breakpoint
CREATE INDEX "password_reset_requests_at" ON "identity"."password_reset_requests" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "password_reset_requests_due" ON "identity"."password_reset_requests" USING btree ("due_at") WHERE "identity"."password_reset_requests"."due_at" is not null;--> statement-breakpoint
ALTER TABLE "identity"."users" ADD CONSTRAINT "users_deleted" CHECK ("identity"."users"."deleted_at" is null or not "identity"."users"."is_active");--> statement-breakpoint
ALTER TABLE "identity"."users" ADD CONSTRAINT "users_scope" CHECK (case when "identity"."users"."user_type" = 'tenant' then "identity"."users"."scope_landlord_id" is not null or "identity"."users"."scope_tenant_id" is null else "identity"."users"."scope_landlord_id" is not distinct from "identity"."users"."id" and "identity"."users"."scope_tenant_id" is null end);