DROP INDEX "payments"."late_fee_once";--> statement-breakpoint
ALTER TABLE "payments"."late_fee" ADD COLUMN "kind" text DEFAULT 'late' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."late_fee" ADD COLUMN "receipt_id" uuid;--> statement-breakpoint
ALTER TABLE "payments"."late_fee_policy" ADD COLUMN "applies_from" date;--> statement-breakpoint
ALTER TABLE "payments"."late_fee_policy" ADD COLUMN "returned_payment_fee" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "payments"."rule" ADD COLUMN "at_once" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."rule" ADD COLUMN "resumes_on" date;--> statement-breakpoint
ALTER TABLE "payments"."rule" ADD COLUMN "split_after" date;--> statement-breakpoint
CREATE UNIQUE INDEX "late_fee_once_a_return" ON "payments"."late_fee" USING btree ("landlord_id","receipt_id") WHERE "payments"."late_fee"."receipt_id" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "late_fee_once" ON "payments"."late_fee" USING btree ("landlord_id","charge_id","occurrence") WHERE "payments"."late_fee"."status" <> 'withdrawn' and "payments"."late_fee"."kind" = 'late';--> statement-breakpoint
ALTER TABLE "payments"."late_fee" ADD CONSTRAINT "late_fee_returned" CHECK (("payments"."late_fee"."kind" = 'returned_payment') = ("payments"."late_fee"."receipt_id" is not null));--> statement-breakpoint
CREATE INDEX "tenancy_of_fixed_term" ON "payments"."tenancy" USING btree ("landlord_id","end_date") WHERE term_kind = 'fixed' and not is_void and (moved_out_on is null or moved_out_on > end_date);--> statement-breakpoint
-- Rents that were set up as twelve go on month by month, from the ones that come due after the upgrade. A fixed term is charged to its end; one that
-- ends on a due day ends before that rent.
UPDATE "payments"."rule" r SET "at_once" = 12, "posting_days" = 5, "periods" = NULL, "resumes_on" = current_date,
	"ends_on" = least(r."ends_on", t."last_day"),
	"next_post_on" = CASE WHEN t."lasts" AND r."ends_on" IS NULL THEN current_date END
FROM (
	SELECT o."landlord_id", o."id", y."moved_out_on" IS NULL AND NOT y."is_void" AND NOT y."is_past" AS "lasts",
		CASE WHEN y."term_kind" = 'fixed' AND y."end_date" IS NOT NULL THEN greatest(
			y."end_date" - CASE WHEN extract(day FROM y."end_date") = least(extract(day FROM o."starts_on"),
				extract(day FROM date_trunc('month', y."end_date") + interval '1 month - 1 day')) THEN 1 ELSE 0 END,
			(o."starts_on" + interval '12 months')::date - 1) END AS "last_day"
	FROM "payments"."rule" o LEFT JOIN "payments"."tenancy" y ON y."landlord_id" = o."landlord_id" AND y."tenancy_id" = o."tenancy_id"
	WHERE o."is_rent" AND o."periods" = 12) t
WHERE r."landlord_id" = t."landlord_id" AND r."id" = t."id";
