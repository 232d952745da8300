CREATE TABLE "maintenance"."blob_removal" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"kind" text DEFAULT 'photo' NOT NULL,
	"blob_name" text NOT NULL,
	"due_at" timestamp(3) with time zone NOT NULL,
	"is_taken" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "maintenance"."request_photo" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"request_id" uuid NOT NULL,
	"tenant_id" uuid,
	"by" text NOT NULL,
	"blob_name" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "maintenance"."vendor" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"phone" text,
	"email" text,
	"trades" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"notes" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "vendor_name_once" UNIQUE("landlord_id","name_key")
);
--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "vendor_id" uuid;--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "due_at" timestamp(3) with time zone;--> statement-breakpoint
-- What domain/deadlines.ts says: hours pass, days are those of the calendar where the property stands.
UPDATE "maintenance"."request" r SET "due_at" = CASE r."priority"
	WHEN 'emergency' THEN r."created_at" + interval '4 hours'
	WHEN 'high' THEN r."created_at" + interval '24 hours'
	ELSE (r."created_at" AT TIME ZONE z."zone" + CASE r."priority" WHEN 'medium' THEN interval '3 days' ELSE interval '7 days' END) AT TIME ZONE z."zone"
END
FROM (
	SELECT o."id", coalesce(p."time_zone", 'America/New_York') AS "zone" FROM "maintenance"."request" o
	LEFT JOIN "maintenance"."property" p ON p."landlord_id" = o."landlord_id" AND p."property_id" = o."property_id"
) z WHERE z."id" = r."id";--> statement-breakpoint
ALTER TABLE "maintenance"."request" ALTER COLUMN "due_at" SET NOT NULL;--> statement-breakpoint
-- The vendors that requests name so far, each once, with the contact that was given last.
INSERT INTO "maintenance"."vendor" ("landlord_id", "name", "name_key", "phone", "email")
SELECT DISTINCT ON ("landlord_id", "key") "landlord_id", "vendor_name", "key",
	CASE WHEN "vendor_contact" !~ '@' AND "vendor_contact" ~ '^[+(\d][\d\s().\-/x]{2,39}$' THEN "vendor_contact" END,
	CASE WHEN "vendor_contact" ~ '^[^@\s]+@[^@\s]+\.[^@\s]+$' THEN lower("vendor_contact") END
FROM (
	SELECT *, lower(regexp_replace(normalize(btrim("vendor_name"), NFKC), '\s+', ' ', 'g')) AS "key" FROM "maintenance"."request" WHERE "vendor_name" IS NOT NULL
) named
ORDER BY "landlord_id", "key", ("vendor_contact" IS NULL), "updated_at" DESC;--> statement-breakpoint
UPDATE "maintenance"."request" r SET "vendor_id" = v."id" FROM "maintenance"."vendor" v
WHERE v."landlord_id" = r."landlord_id" AND v."name_key" = lower(regexp_replace(normalize(btrim(r."vendor_name"), NFKC), '\s+', ' ', 'g'));--> statement-breakpoint
ALTER TABLE "maintenance"."request" ADD COLUMN "is_closed" boolean GENERATED ALWAYS AS (status in ('completed', 'cancelled')) STORED;--> statement-breakpoint
CREATE INDEX "blob_removal_of" ON "maintenance"."blob_removal" USING btree ("landlord_id","id");--> statement-breakpoint
CREATE INDEX "blob_removal_due" ON "maintenance"."blob_removal" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "request_photo_by_request" ON "maintenance"."request_photo" USING btree ("landlord_id","request_id","created_at","id");--> statement-breakpoint
CREATE INDEX "request_by_vendor" ON "maintenance"."request" USING btree ("landlord_id","vendor_id","created_at","id");--> statement-breakpoint
CREATE INDEX "request_by_deadline" ON "maintenance"."request" USING btree ("landlord_id","is_closed","due_at","id");--> statement-breakpoint
CREATE INDEX "request_by_completion" ON "maintenance"."request" USING btree ("landlord_id","completed_date");