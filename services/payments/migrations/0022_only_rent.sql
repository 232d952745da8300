DROP INDEX "payments"."property_by_zone";--> statement-breakpoint
ALTER TABLE "payments"."tenancy" ADD COLUMN "only_rent" numeric(10, 2) GENERATED ALWAYS AS (case jsonb_array_length(steps) when 0 then 0 when 1 then (steps -> 0 ->> 'amount')::numeric end) STORED;--> statement-breakpoint
CREATE INDEX "property_by_zone" ON "payments"."property" USING btree ("landlord_id","time_zone","property_id","monthly_rent") WHERE not is_gone;--> statement-breakpoint
-- A connection keeps the plan of a trigger. One that was made while a table had few rows scans it for every row that is added later.
ALTER FUNCTION "payments"."sum_postings"() SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION "payments"."sum_settled"() SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION "payments"."guard_balance"() SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION "payments"."guard_allocation"() SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION "payments"."guard_reversal"() SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION "payments"."guard_charge"() SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION "payments"."guard_cancellation"() SET enable_seqscan = off;--> statement-breakpoint
ALTER FUNCTION "payments"."guard_live_charge"() SET enable_seqscan = off;
