CREATE TABLE "payments"."month_sum" (
	"landlord_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"month" date NOT NULL,
	"is_deposit" boolean NOT NULL,
	"count" integer NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	CONSTRAINT "month_sum_landlord_id_kind_month_is_deposit_pk" PRIMARY KEY("landlord_id","kind","month","is_deposit")
);
--> statement-breakpoint
DROP INDEX "payments"."charge_by_due";--> statement-breakpoint
DROP INDEX "payments"."charge_unsettled";--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "booked_to" date;--> statement-breakpoint
-- A projection of the journal like the other three.
DROP TRIGGER "charge_cancelled_once" ON "payments"."charge";--> statement-breakpoint
CREATE TRIGGER "charge_cancelled_once" BEFORE UPDATE ON "payments"."charge" FOR EACH ROW WHEN (
  OLD.cancelled_at IS NOT NULL AND (to_jsonb(OLD) - '{updated_at,open,booked_from,booked_to,settled_on}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{updated_at,open,booked_from,booked_to,settled_on}'::text[])
) EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
UPDATE payments.charge c SET booked_to = s.last
FROM (SELECT p.landlord_id, p.charge_id, max(p.effective_on) AS last FROM payments.posting p WHERE p.account = 'receivable' GROUP BY p.landlord_id, p.charge_id) s
WHERE s.landlord_id = c.landlord_id AND s.charge_id = c.id;--> statement-breakpoint
CREATE INDEX "posting_of_revenue" ON "payments"."posting" USING btree ("landlord_id","effective_on","property_id","amount","tenant_id") WHERE "payments"."posting"."account" = 'tenant_credit' and "payments"."posting"."charge_type" <> 'security_deposit';--> statement-breakpoint
CREATE INDEX "property_by_zone" ON "payments"."property" USING btree ("landlord_id","time_zone","property_id") WHERE not is_gone;--> statement-breakpoint
CREATE INDEX "unit_apart" ON "payments"."unit" USING btree ("landlord_id","property_id","unit_id","is_deleted","market_rent") WHERE is_deleted or market_rent is not null or unit_id <> property_id;--> statement-breakpoint
CREATE INDEX "charge_by_due" ON "payments"."charge" USING btree ("landlord_id","due_date","id","tenant_id","settled_on","amount") WHERE "payments"."charge"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "charge_unsettled" ON "payments"."charge" USING btree ("landlord_id","due_date","id","tenant_id","property_id","open","amount","type","booked_to") WHERE "payments"."charge"."settled_on" is null and "payments"."charge"."cancelled_at" is null;--> statement-breakpoint
CREATE OR REPLACE FUNCTION "payments"."add_changes"(landlord uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('keyhold:sums:' || landlord, 0)) THEN RETURN; END IF;
  WITH taken AS (DELETE FROM payments.day_change d WHERE d.landlord_id = landlord RETURNING d.*), days AS (
    INSERT INTO payments.day_sum AS s (landlord_id, kind, "on", is_deposit, count, amount)
    SELECT t.landlord_id, t.kind, t."on", t.is_deposit, sum(t.count), sum(t.amount) FROM taken t GROUP BY t.landlord_id, t.kind, t."on", t.is_deposit
    ON CONFLICT (landlord_id, kind, "on", is_deposit) DO UPDATE SET count = s.count + excluded.count, amount = s.amount + excluded.amount
  )
  INSERT INTO payments.month_sum AS s (landlord_id, kind, month, is_deposit, count, amount)
  SELECT t.landlord_id, t.kind, date_trunc('month', t."on")::date, t.is_deposit, sum(t.count), sum(t.amount) FROM taken t GROUP BY 1, 2, 3, 4
  ON CONFLICT (landlord_id, kind, month, is_deposit) DO UPDATE SET count = s.count + excluded.count, amount = s.amount + excluded.amount;
END $$;--> statement-breakpoint
INSERT INTO payments.month_sum (landlord_id, kind, month, is_deposit, count, amount)
SELECT s.landlord_id, s.kind, date_trunc('month', s."on")::date, s.is_deposit, sum(s.count), sum(s.amount) FROM payments.day_sum s GROUP BY 1, 2, 3, 4;
