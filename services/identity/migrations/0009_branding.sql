CREATE TABLE "identity"."branding" (
	"landlord_id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"primary_color" text,
	"text_color" text,
	"logo_name" text,
	"logo_width" integer,
	"logo_height" integer,
	"logo" "bytea",
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "branding_colors" CHECK (("identity"."branding"."primary_color" is null) = ("identity"."branding"."text_color" is null)),
	CONSTRAINT "branding_whole_logo" CHECK (num_nulls("identity"."branding"."logo_name", "identity"."branding"."logo_width", "identity"."branding"."logo_height", "identity"."branding"."logo") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "identity"."branding_hosts" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"token" text NOT NULL,
	"verified_at" timestamp(3) with time zone,
	"checked_at" timestamp(3) with time zone,
	"problem" text,
	"claimed_by" uuid NOT NULL,
	"claimed_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "branding_hosts_lower" CHECK ("identity"."branding_hosts"."host" = lower("identity"."branding_hosts"."host"))
);
--> statement-breakpoint
CREATE INDEX "branding_logo" ON "identity"."branding" USING btree ("logo_name");--> statement-breakpoint
CREATE UNIQUE INDEX "branding_hosts_proved" ON "identity"."branding_hosts" USING btree ("host") WHERE "identity"."branding_hosts"."verified_at" is not null;