CREATE TABLE "identity"."authenticator_apps" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text,
	"pending_secret" text,
	"confirmed_at" timestamp(3) with time zone,
	"last_period" integer,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "authenticator_apps_user_key" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "identity"."passkey_challenges" (
	"session_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"challenge" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "passkey_challenges_session_id_purpose_pk" PRIMARY KEY("session_id","purpose")
);
--> statement-breakpoint
CREATE TABLE "identity"."passkeys" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"user_handle" text NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp(3) with time zone,
	CONSTRAINT "passkeys_credential_key" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "identity"."recovery_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"used_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "identity"."sign_in_steps" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"reach" uuid[] NOT NULL,
	"challenge" text,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "identity"."sessions" ALTER COLUMN "password_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "identity"."sessions" ADD COLUMN "second_factor_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "identity"."authenticator_apps" ADD CONSTRAINT "authenticator_apps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."passkey_challenges" ADD CONSTRAINT "passkey_challenges_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "identity"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identity"."sign_in_steps" ADD CONSTRAINT "sign_in_steps_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "identity"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "identity"."passkeys" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "recovery_codes_user" ON "identity"."recovery_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_steps_user" ON "identity"."sign_in_steps" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_steps_expires" ON "identity"."sign_in_steps" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "authentication_log_user" ON "identity"."authentication_log" USING btree ("user_id","at","id");--> statement-breakpoint
CREATE INDEX "authentication_log_what" ON "identity"."authentication_log" USING btree ("what","at","id");