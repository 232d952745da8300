CREATE TABLE "properties"."document_text" (
	"landlord_id" uuid NOT NULL,
	"document_id" uuid NOT NULL,
	"text" text NOT NULL,
	"searched" text NOT NULL,
	CONSTRAINT "document_text_landlord_id_document_id_pk" PRIMARY KEY("landlord_id","document_id")
);
--> statement-breakpoint
DROP INDEX "properties"."document_in_bin";--> statement-breakpoint
CREATE INDEX "document_of_bin" ON "properties"."document" USING btree ("landlord_id","deleted_at","id") WHERE deleted_at is not null;--> statement-breakpoint
CREATE INDEX "document_in_bin" ON "properties"."document" USING btree ((deleted_at at time zone 'UTC')) WHERE deleted_at is not null;--> statement-breakpoint
-- What was read before is found by what was found in it; its text comes when it is read again.
INSERT INTO "properties"."document_text" ("landlord_id", "document_id", "text", "searched")
	SELECT d."landlord_id", d."id", f."text", ' ' || btrim(regexp_replace(lower(f."searched"), '[^[:alnum:]]+', ' ', 'g'))
	FROM "properties"."document" d, LATERAL (
		SELECT string_agg(one ->> 'quote', ' … ') AS "text", string_agg(concat_ws(' ', one ->> 'label', one ->> 'value', one ->> 'quote'), ' ') AS "searched"
		FROM jsonb_array_elements(d."analysis" -> 'findings') one
	) f WHERE f."text" IS NOT NULL;
