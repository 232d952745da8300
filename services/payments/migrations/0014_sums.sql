CREATE TABLE "payments"."day_change" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"on" date NOT NULL,
	"is_deposit" boolean NOT NULL,
	"count" integer NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	CONSTRAINT "day_change_landlord_id_id_pk" PRIMARY KEY("landlord_id","id")
);
--> statement-breakpoint
CREATE TABLE "payments"."day_sum" (
	"landlord_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"on" date NOT NULL,
	"is_deposit" boolean NOT NULL,
	"count" integer NOT NULL,
	"amount" numeric(14, 2) NOT NULL,
	CONSTRAINT "day_sum_landlord_id_kind_on_is_deposit_pk" PRIMARY KEY("landlord_id","kind","on","is_deposit")
);
--> statement-breakpoint
DROP INDEX "payments"."charge_unsettled";--> statement-breakpoint
CREATE INDEX "day_change_by_kind" ON "payments"."day_change" USING btree ("landlord_id","kind","on");--> statement-breakpoint
CREATE INDEX "charge_moved" ON "payments"."charge" USING btree ("landlord_id","booked_from") WHERE "payments"."charge"."settled_on" is null and "payments"."charge"."booked_from" < "payments"."charge"."due_date";--> statement-breakpoint
CREATE INDEX "charge_partly_paid" ON "payments"."charge" USING btree ("landlord_id","due_date") WHERE "payments"."charge"."settled_on" is null and "payments"."charge"."open" < "payments"."charge"."amount";--> statement-breakpoint
CREATE INDEX "charge_unsettled" ON "payments"."charge" USING btree ("landlord_id","due_date","id","tenant_id","property_id","open","amount","type") WHERE "payments"."charge"."settled_on" is null and "payments"."charge"."cancelled_at" is null;--> statement-breakpoint
-- The sums of a day follow its postings. What is charged or cancelled on a charge in one day counts as one, so the change depends on the other postings of that day.
-- These are found by their charge alone: with the day as a condition, a table without statistics is read by day, and a day has the rents of all tenants.
CREATE FUNCTION "payments"."sum_postings"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payments.day_change (landlord_id, kind, "on", is_deposit, count, amount)
  SELECT s.landlord_id, s.kind, s.effective_on, s.is_deposit, 0, sum(s.amount) FROM (
    SELECT n.landlord_id, k.kind, n.effective_on, n.is_deposit, k.amount FROM (
      SELECT m.landlord_id, m.effective_on, m.charge_type = 'security_deposit' AS is_deposit, sum(m.amount) AS change, (
        SELECT sum(p.amount) FILTER (WHERE p.account = 'receivable' AND p.effective_on = m.effective_on AND p.receipt_id IS NULL AND p.charge_type = m.charge_type)
        FROM payments.posting p WHERE p.landlord_id = m.landlord_id AND p.charge_id = m.charge_id) AS total
      FROM made m WHERE m.account = 'receivable' AND m.receipt_id IS NULL GROUP BY m.landlord_id, m.charge_id, m.effective_on, m.charge_type
    ) n CROSS JOIN LATERAL (VALUES
      ('charged', greatest(n.total, 0) - greatest(n.total - n.change, 0)), ('cancelled', greatest(-n.total, 0) - greatest(n.change - n.total, 0))) k (kind, amount)
    UNION ALL
    SELECT m.landlord_id, k.kind, m.effective_on, k.is_deposit, k.amount FROM made m CROSS JOIN LATERAL (VALUES
      (CASE WHEN m.account = 'receivable' AND m.receipt_id IS NOT NULL THEN 'paid' END, m.charge_type = 'security_deposit', -m.amount),
      (CASE WHEN m.account = 'tenant_credit' AND m.charge_type IS NOT NULL THEN 'earned' END, m.charge_type = 'security_deposit', m.amount),
      (CASE WHEN m.account = 'tenant_credit' THEN 'unearned' END, false, -m.amount),
      (CASE WHEN m.account IN ('tenant_credit', 'allowance', 'prepaid') THEN 'credit' END, false, -m.amount),
      (CASE WHEN m.account = 'deposits_held' THEN 'held' END, false, -m.amount)) k (kind, is_deposit, amount) WHERE k.kind IS NOT NULL
  ) s GROUP BY s.landlord_id, s.kind, s.effective_on, s.is_deposit HAVING sum(s.amount) <> 0;
  -- Now and then the changes are added to the sums, by one transaction of a landlord at a time; the others go on adding changes.
  IF random() < 0.02 THEN PERFORM payments.add_changes(m.landlord_id) FROM (SELECT DISTINCT landlord_id FROM made) m; END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "payments"."add_changes"(landlord uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('keyhold:sums:' || landlord, 0)) THEN RETURN; END IF;
  WITH taken AS (DELETE FROM payments.day_change d WHERE d.landlord_id = landlord RETURNING d.*)
  INSERT INTO payments.day_sum AS s (landlord_id, kind, "on", is_deposit, count, amount)
  SELECT t.landlord_id, t.kind, t."on", t.is_deposit, sum(t.count), sum(t.amount) FROM taken t GROUP BY t.landlord_id, t.kind, t."on", t.is_deposit
  ON CONFLICT (landlord_id, kind, "on", is_deposit) DO UPDATE SET count = s.count + excluded.count, amount = s.amount + excluded.amount;
END $$;--> statement-breakpoint
CREATE TRIGGER "posting_summed" AFTER INSERT ON "payments"."posting" REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION "payments"."sum_postings"();--> statement-breakpoint
-- A charge that is paid, was paid, or is paid with another amount.
CREATE FUNCTION "payments"."sum_settled"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payments.day_change (landlord_id, kind, "on", is_deposit, count, amount)
  SELECT OLD.landlord_id, 'settled', c.year, c.is_deposit, sum(c.sign), sum(c.sign * c.amount) FROM (VALUES
    (OLD.settled_on IS NOT NULL AND OLD.cancelled_at IS NULL, -1, date_trunc('year', OLD.due_date)::date, OLD.type = 'security_deposit', OLD.amount),
    (NEW.settled_on IS NOT NULL AND NEW.cancelled_at IS NULL, 1, date_trunc('year', NEW.due_date)::date, NEW.type = 'security_deposit', NEW.amount)
  ) c (counts, sign, year, is_deposit, amount) WHERE c.counts GROUP BY c.year, c.is_deposit HAVING sum(c.sign) <> 0 OR sum(c.sign * c.amount) <> 0;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "charge_summed" AFTER UPDATE ON "payments"."charge" FOR EACH ROW WHEN (
  (OLD.settled_on IS NOT NULL OR NEW.settled_on IS NOT NULL)
  AND (OLD.settled_on IS NULL, OLD.cancelled_at IS NULL, OLD.amount, OLD.type, OLD.due_date) IS DISTINCT FROM (NEW.settled_on IS NULL, NEW.cancelled_at IS NULL, NEW.amount, NEW.type, NEW.due_date)
) EXECUTE FUNCTION "payments"."sum_settled"();--> statement-breakpoint
INSERT INTO payments.day_sum (landlord_id, kind, "on", is_deposit, count, amount)
SELECT s.landlord_id, s.kind, s.effective_on, s.is_deposit, sum(s.count), sum(s.amount) FROM (
  SELECT n.landlord_id, k.kind, n.effective_on, n.is_deposit, 0 AS count, k.amount FROM (
    SELECT p.landlord_id, p.effective_on, p.charge_type = 'security_deposit' AS is_deposit, sum(p.amount) AS total FROM payments.posting p
    WHERE p.account = 'receivable' AND p.receipt_id IS NULL GROUP BY p.landlord_id, p.charge_id, p.effective_on, p.charge_type
  ) n CROSS JOIN LATERAL (VALUES ('charged', greatest(n.total, 0)), ('cancelled', greatest(-n.total, 0))) k (kind, amount)
  UNION ALL
  SELECT p.landlord_id, k.kind, p.effective_on, k.is_deposit, 0, k.amount FROM payments.posting p CROSS JOIN LATERAL (VALUES
    (CASE WHEN p.account = 'receivable' AND p.receipt_id IS NOT NULL THEN 'paid' END, p.charge_type = 'security_deposit', -p.amount),
    (CASE WHEN p.account = 'tenant_credit' AND p.charge_type IS NOT NULL THEN 'earned' END, p.charge_type = 'security_deposit', p.amount),
    (CASE WHEN p.account = 'tenant_credit' THEN 'unearned' END, false, -p.amount),
    (CASE WHEN p.account IN ('tenant_credit', 'allowance', 'prepaid') THEN 'credit' END, false, -p.amount),
    (CASE WHEN p.account = 'deposits_held' THEN 'held' END, false, -p.amount)) k (kind, is_deposit, amount) WHERE k.kind IS NOT NULL
  UNION ALL
  SELECT c.landlord_id, 'settled', date_trunc('year', c.due_date)::date, c.type = 'security_deposit', 1, c.amount FROM payments.charge c WHERE c.settled_on IS NOT NULL AND c.cancelled_at IS NULL
) s GROUP BY s.landlord_id, s.kind, s.effective_on, s.is_deposit HAVING sum(s.count) <> 0 OR sum(s.amount) <> 0;
