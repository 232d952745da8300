CREATE TABLE "payments"."closed_period" (
	"landlord_id" uuid NOT NULL,
	"through" date NOT NULL,
	"closed_at" timestamp(3) with time zone NOT NULL,
	"closed_by" uuid NOT NULL,
	CONSTRAINT "closed_period_landlord_id_through_pk" PRIMARY KEY("landlord_id","through")
);
--> statement-breakpoint
CREATE TABLE "payments"."journal_entry" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"effective_on" date NOT NULL,
	"belongs_on" date,
	"recorded_at" timestamp(3) with time zone NOT NULL,
	"recorded_by" uuid,
	"charge_id" uuid,
	"receipt_id" uuid,
	"movement_id" uuid,
	CONSTRAINT "journal_entry_landlord_id_id_pk" PRIMARY KEY("landlord_id","id")
);
--> statement-breakpoint
CREATE TABLE "payments"."posting" (
	"landlord_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"line" smallint NOT NULL,
	"account" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"effective_on" date NOT NULL,
	"recorded_at" timestamp(3) with time zone NOT NULL,
	"tenant_id" uuid NOT NULL,
	"tenancy_id" uuid,
	"property_id" uuid,
	"unit_id" uuid,
	"charge_id" uuid,
	"charge_type" text,
	"due_on" date,
	"receipt_id" uuid,
	CONSTRAINT "posting_landlord_id_entry_id_line_pk" PRIMARY KEY("landlord_id","entry_id","line")
);
--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "open" numeric(10, 2);--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "booked_from" date;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "settled_on" date;--> statement-breakpoint
ALTER TABLE "payments"."allocation" ADD COLUMN "is_reversal" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."receipt" ADD COLUMN "kind" text DEFAULT 'money' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."receipt" ADD COLUMN "payer_id" uuid;--> statement-breakpoint
ALTER TABLE "payments"."receipt" ADD COLUMN "unallocated" numeric(10, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."reversal" ADD COLUMN "kind" text DEFAULT 'mistake' NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."reversal" ADD COLUMN "on" date;--> statement-breakpoint
ALTER TABLE "payments"."posting" ADD CONSTRAINT "posting_landlord_id_entry_id_journal_entry_landlord_id_id_fk" FOREIGN KEY ("landlord_id","entry_id") REFERENCES "payments"."journal_entry"("landlord_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "journal_entry_by_day" ON "payments"."journal_entry" USING btree ("landlord_id","effective_on","id");--> statement-breakpoint
CREATE INDEX "journal_entry_by_charge" ON "payments"."journal_entry" USING btree ("landlord_id","charge_id") WHERE "payments"."journal_entry"."charge_id" is not null;--> statement-breakpoint
CREATE INDEX "journal_entry_by_receipt" ON "payments"."journal_entry" USING btree ("landlord_id","receipt_id") WHERE "payments"."journal_entry"."receipt_id" is not null;--> statement-breakpoint
CREATE INDEX "posting_by_charge" ON "payments"."posting" USING btree ("landlord_id","charge_id","account","effective_on","amount") WHERE "payments"."posting"."charge_id" is not null;--> statement-breakpoint
CREATE INDEX "posting_by_receipt" ON "payments"."posting" USING btree ("landlord_id","receipt_id","account") WHERE "payments"."posting"."receipt_id" is not null;--> statement-breakpoint
CREATE INDEX "posting_by_tenant" ON "payments"."posting" USING btree ("landlord_id","tenant_id","effective_on");--> statement-breakpoint
CREATE INDEX "posting_by_account" ON "payments"."posting" USING btree ("landlord_id","account","effective_on");--> statement-breakpoint
CREATE INDEX "charge_unsettled" ON "payments"."charge" USING btree ("landlord_id","booked_from","id") WHERE "payments"."charge"."settled_on" is null;--> statement-breakpoint
CREATE INDEX "charge_settled" ON "payments"."charge" USING btree ("landlord_id","settled_on","booked_from") WHERE "payments"."charge"."settled_on" is not null;--> statement-breakpoint
CREATE INDEX "receipt_unallocated" ON "payments"."receipt" USING btree ("landlord_id","tenant_id") WHERE "payments"."receipt"."unallocated" > 0;--> statement-breakpoint
-- The books are append-only, also for this service: it holds no right to change them (the comment is read when rights are granted), and triggers refuse it.
COMMENT ON TABLE "payments"."journal_entry" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "payments"."posting" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "payments"."closed_period" IS 'append-only';--> statement-breakpoint
-- The one role that may take records out: it moves or erases a whole landlord. Other databases may be creating it at this moment.
DO $$ BEGIN
  CREATE ROLE "keyhold_payments_records" NOLOGIN;
EXCEPTION WHEN duplicate_object OR unique_violation OR internal_error THEN NULL;
END $$;--> statement-breakpoint
GRANT USAGE ON SCHEMA "payments" TO "keyhold_payments_records";--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "payments"."journal_entry", "payments"."posting", "payments"."closed_period", "payments"."charge", "payments"."receipt", "payments"."allocation", "payments"."reversal", "payments"."deposit_movement" TO "keyhold_payments_records";--> statement-breakpoint
CREATE POLICY "moved_and_erased" ON "payments"."journal_entry" TO "keyhold_payments_records" USING (true);--> statement-breakpoint
CREATE POLICY "moved_and_erased" ON "payments"."posting" TO "keyhold_payments_records" USING (true);--> statement-breakpoint
CREATE POLICY "moved_and_erased" ON "payments"."closed_period" TO "keyhold_payments_records" USING (true);--> statement-breakpoint
CREATE OR REPLACE FUNCTION "payments"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_user = 'keyhold_payments_records' THEN RETURN OLD; END IF;
  RAISE EXCEPTION 'the ledger is append-only: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_append_only';
END $$;--> statement-breakpoint
CREATE TRIGGER "journal_entry_stays" BEFORE UPDATE OR DELETE ON "payments"."journal_entry" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "posting_stays" BEFORE UPDATE OR DELETE ON "payments"."posting" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "closed_period_stays" BEFORE UPDATE OR DELETE ON "payments"."closed_period" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
CREATE FUNCTION "payments"."guard_balance"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM made GROUP BY landlord_id, entry_id HAVING sum(amount) <> 0) THEN
    RAISE EXCEPTION 'the postings of an entry sum to zero' USING ERRCODE = 'check_violation', CONSTRAINT = 'entry_balanced';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "posting_balanced" AFTER INSERT ON "payments"."posting" REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION "payments"."guard_balance"();--> statement-breakpoint
-- The projections of the journal on charges and receipts follow it, also when all else of the row stays as it is.
DROP TRIGGER "charge_cancelled_once" ON "payments"."charge";--> statement-breakpoint
CREATE TRIGGER "charge_cancelled_once" BEFORE UPDATE ON "payments"."charge" FOR EACH ROW WHEN (
  OLD.cancelled_at IS NOT NULL AND (to_jsonb(OLD) - '{updated_at,open,booked_from,settled_on}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{updated_at,open,booked_from,settled_on}'::text[])
) EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
DROP TRIGGER "receipt_verified_once" ON "payments"."receipt";--> statement-breakpoint
CREATE TRIGGER "receipt_verified_once" BEFORE UPDATE ON "payments"."receipt" FOR EACH ROW WHEN (
  OLD.verified_at IS NOT NULL AND (to_jsonb(OLD) - 'unallocated') IS DISTINCT FROM (to_jsonb(NEW) - 'unallocated') OR
  (to_jsonb(OLD) - '{verified_at,verified_by,verification_method,verification_notes,unallocated}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{verified_at,verified_by,verification_method,verification_notes,unallocated}'::text[])
) EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
-- A minus takes back what was given, because the receipt was reversed or the money was moved. A plus needs a receipt that counts.
CREATE OR REPLACE FUNCTION "payments"."guard_allocation"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  received payments.receipt;
  owed payments.charge;
BEGIN
  SELECT * INTO received FROM payments.receipt r WHERE r.landlord_id = NEW.landlord_id AND r.id = NEW.receipt_id FOR NO KEY UPDATE;
  SELECT * INTO owed FROM payments.charge c WHERE c.landlord_id = NEW.landlord_id AND c.id = NEW.charge_id FOR NO KEY UPDATE;
  IF received.tenant_id IS DISTINCT FROM NEW.tenant_id OR owed.tenant_id IS DISTINCT FROM NEW.tenant_id THEN
    RAISE EXCEPTION 'an allocation is of one tenant' USING ERRCODE = 'check_violation', CONSTRAINT = 'allocation_of_one_tenant';
  END IF;
  IF received.reported_by = 'tenant' AND received.verified_at IS NULL
    OR NEW.amount > 0 AND EXISTS (SELECT FROM payments.reversal v WHERE v.landlord_id = NEW.landlord_id AND v.receipt_id = NEW.receipt_id) THEN
    RAISE EXCEPTION 'only a receipt that counts is allocated' USING ERRCODE = 'check_violation', CONSTRAINT = 'allocation_counts';
  END IF;
  IF (SELECT sum(a.amount) FROM payments.allocation a WHERE a.landlord_id = NEW.landlord_id AND a.receipt_id = NEW.receipt_id) > received.amount
    OR (SELECT sum(a.amount) FROM payments.allocation a WHERE a.landlord_id = NEW.landlord_id AND a.receipt_id = NEW.receipt_id AND a.charge_id = NEW.charge_id) < 0 THEN
    RAISE EXCEPTION 'a receipt allocates at most its amount' USING ERRCODE = 'check_violation', CONSTRAINT = 'allocation_within_receipt';
  END IF;
  IF (SELECT sum(a.amount) FROM payments.allocation a WHERE a.landlord_id = NEW.landlord_id AND a.charge_id = NEW.charge_id) > owed.amount THEN
    RAISE EXCEPTION 'a charge receives at most its amount' USING ERRCODE = 'check_violation', CONSTRAINT = 'allocation_within_charge';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
-- The journal of ledgers that were kept before there was one. Charges count from their due day, money from the day on which it was received, and corrections
-- from the day on which they were made.
CREATE TEMP TABLE owed ON COMMIT DROP AS
SELECT c.*, (c.cancelled_at AT TIME ZONE coalesce(p.time_zone, 'America/New_York'))::date AS cancelled_on, greatest(c.due_date, (
    SELECT max((o.cancelled_at AT TIME ZONE coalesce(p.time_zone, 'America/New_York'))::date) FROM payments.charge o
    WHERE c.rule_id IS NOT NULL AND o.landlord_id = c.landlord_id AND o.tenant_id = c.tenant_id AND o.cancelled_at IS NOT NULL
      AND o.rule_id = c.rule_id AND o.cancelled_by IS NULL AND o.cancelled_at <= c.created_at AND o.id <> c.id
      AND o.covers_from <= c.covers_to AND o.covers_to >= c.covers_from)) AS booked_on,
  c.amount AS asked, NULL::uuid AS cut_with, NULL::date AS cut_on, NULL::timestamptz AS cut_at
FROM payments.charge c LEFT JOIN payments.property p ON p.landlord_id = c.landlord_id AND p.property_id = c.property_id;--> statement-breakpoint
CREATE INDEX ON owed (landlord_id, id);--> statement-breakpoint
-- Of a charge that was cut after it was paid only the last amount is known: it asked for at least what was paid, until the money was taken off it.
UPDATE owed o SET asked = t.most, cut_with = t.last FROM (
  SELECT x.landlord_id, x.charge_id, max(x.total) AS most, (array_agg(x.id ORDER BY x.id DESC) FILTER (WHERE x.total - x.amount > x.asked))[1] AS last FROM (
    SELECT a.landlord_id, a.charge_id, a.id, a.amount, c.amount AS asked, sum(a.amount) OVER (PARTITION BY a.landlord_id, a.charge_id ORDER BY a.id) AS total
    FROM payments.allocation a JOIN payments.charge c ON c.landlord_id = a.landlord_id AND c.id = a.charge_id
  ) x GROUP BY x.landlord_id, x.charge_id HAVING max(x.total) > max(x.asked)
) t WHERE t.landlord_id = o.landlord_id AND t.charge_id = o.id AND t.last IS NOT NULL;--> statement-breakpoint
CREATE TEMP TABLE counted ON COMMIT DROP AS
SELECT r.*, v.reversed_at, v.reversed_by, greatest(r.received_on, (v.reversed_at AT TIME ZONE coalesce(p.time_zone, 'America/New_York'))::date) AS returned_on
FROM payments.receipt r LEFT JOIN payments.reversal v ON v.landlord_id = r.landlord_id AND v.receipt_id = r.id
LEFT JOIN payments.charge k ON k.landlord_id = r.landlord_id AND k.id = r.charge_id
LEFT JOIN payments.property p ON p.landlord_id = k.landlord_id AND p.property_id = k.property_id
WHERE r.reported_by <> 'tenant' OR r.verified_at IS NOT NULL;--> statement-breakpoint
-- What each allocation is in the journal: the day on which the money is taken from the credit, and the day from which it pays the charge.
CREATE TEMP TABLE part ON COMMIT DROP AS
SELECT a.landlord_id, a.tenant_id, a.receipt_id, a.charge_id, a.amount, a.created_at, coalesce(a.counts_from, r.received_on) AS taken_on,
  greatest(coalesce(a.counts_from, r.received_on), o.booked_on) AS paid_on
FROM payments.allocation a JOIN counted r ON r.landlord_id = a.landlord_id AND r.id = a.receipt_id JOIN owed o ON o.landlord_id = a.landlord_id AND o.id = a.charge_id
WHERE NOT EXISTS (SELECT FROM payments.allocation x WHERE x.landlord_id = a.landlord_id AND x.charge_id = a.charge_id AND x.amount < 0)
  AND NOT EXISTS (SELECT FROM payments.allocation x WHERE x.landlord_id = a.landlord_id AND x.receipt_id = a.receipt_id AND x.amount < 0);--> statement-breakpoint
CREATE INDEX ON counted (landlord_id, id);--> statement-breakpoint
CREATE INDEX ON part (landlord_id, charge_id);--> statement-breakpoint
CREATE INDEX ON part (landlord_id, receipt_id);--> statement-breakpoint
ANALYZE owed, counted, part;--> statement-breakpoint
-- The first day, not before "since", from which "wanted" can be taken off a balance without making it negative on that day or a later one.
CREATE FUNCTION pg_temp.first_covering(moved date[], amounts numeric[], wanted numeric, since date) RETURNS date LANGUAGE sql AS $$
  WITH balance AS (
    SELECT m.day, sum(sum(m.amount)) OVER (ORDER BY m.day) AS left_over, lead(m.day) OVER (ORDER BY m.day) AS next_day
    FROM unnest(moved, amounts) AS m (day, amount) GROUP BY m.day
  )
  SELECT greatest(since, coalesce(
    (SELECT coalesce(b.next_day, b.day) FROM balance b WHERE b.left_over < wanted AND (b.next_day IS NULL OR b.next_day > since) ORDER BY b.day DESC LIMIT 1),
    (SELECT min(b.day) FROM balance b)))
$$;--> statement-breakpoint
-- Where money was taken off again, one allocation after the other, so that on no day a charge is paid twice or money used twice.
DO $$ DECLARE
  a record; given_back record; first_day date; left_over numeric; carried numeric; piece numeric;
BEGIN
  FOR a IN
    SELECT x.*, r.received_on, r.returned_on, r.amount AS received, o.cut_with FROM payments.allocation x
    JOIN counted r ON r.landlord_id = x.landlord_id AND r.id = x.receipt_id JOIN owed o ON o.landlord_id = x.landlord_id AND o.id = x.charge_id
    WHERE EXISTS (SELECT FROM payments.allocation y WHERE y.landlord_id = x.landlord_id AND y.charge_id = x.charge_id AND y.amount < 0)
      OR EXISTS (SELECT FROM payments.allocation y WHERE y.landlord_id = x.landlord_id AND y.receipt_id = x.receipt_id AND y.amount < 0)
    ORDER BY x.landlord_id, x.tenant_id, x.id
  LOOP
    IF a.amount > 0 THEN
      SELECT greatest(coalesce(a.counts_from, a.received_on), pg_temp.first_covering(array_agg(m.day), array_agg(m.amount), a.amount, a.received_on)) INTO first_day FROM (
        SELECT a.received_on AS day, a.received AS amount UNION ALL
        SELECT p.taken_on, -p.amount FROM part p WHERE p.landlord_id = a.landlord_id AND p.receipt_id = a.receipt_id) m;
      INSERT INTO part SELECT a.landlord_id, a.tenant_id, a.receipt_id, a.charge_id, a.amount, a.created_at, first_day,
        pg_temp.first_covering(array_agg(m.day), array_agg(m.amount), a.amount, first_day) FROM (
        SELECT o.booked_on AS day, o.asked AS amount FROM owed o WHERE o.landlord_id = a.landlord_id AND o.id = a.charge_id UNION ALL
        SELECT o.cut_on, o.amount - o.asked FROM owed o WHERE o.landlord_id = a.landlord_id AND o.id = a.charge_id AND o.cut_on IS NOT NULL UNION ALL
        SELECT p.paid_on, -p.amount FROM part p WHERE p.landlord_id = a.landlord_id AND p.charge_id = a.charge_id) m;
    ELSE
      left_over := -a.amount;
      SELECT greatest(coalesce(a.counts_from, a.returned_on), max(p.taken_on)) INTO first_day FROM part p
        WHERE p.landlord_id = a.landlord_id AND p.receipt_id = a.receipt_id AND p.charge_id = a.charge_id;
      -- The latest first. Days on which more was taken back than given reduce the days before them.
      carried := 0;
      FOR given_back IN
        SELECT p.paid_on, sum(p.amount) AS amount FROM part p
        WHERE p.landlord_id = a.landlord_id AND p.receipt_id = a.receipt_id AND p.charge_id = a.charge_id GROUP BY p.paid_on ORDER BY p.paid_on DESC
      LOOP
        piece := least(left_over, greatest(0, given_back.amount - carried));
        carried := greatest(0, carried - given_back.amount);
        CONTINUE WHEN piece = 0;
        INSERT INTO part VALUES (a.landlord_id, a.tenant_id, a.receipt_id, a.charge_id, -piece, a.created_at, first_day, greatest(first_day, given_back.paid_on));
        left_over := left_over - piece;
      END LOOP;
      IF left_over > 0 THEN RAISE EXCEPTION 'allocation % takes off more than was given', a.id; END IF;
      IF a.cut_with = a.id THEN
        UPDATE owed o SET cut_at = a.created_at, cut_on = greatest(o.booked_on, (SELECT max(p.paid_on) FROM part p WHERE p.landlord_id = o.landlord_id AND p.charge_id = o.id))
          WHERE o.landlord_id = a.landlord_id AND o.id = a.charge_id;
      END IF;
    END IF;
  END LOOP;
END $$;--> statement-breakpoint
-- Nothing is cancelled before the money was taken off it, and nothing goes back to the bank before.
UPDATE owed o SET cancelled_on = greatest(p.day, o.cut_on) FROM (SELECT landlord_id, charge_id, max(paid_on) AS day FROM part GROUP BY 1, 2) p
  WHERE p.landlord_id = o.landlord_id AND p.charge_id = o.id AND greatest(p.day, o.cut_on) > o.cancelled_on;--> statement-breakpoint
UPDATE counted r SET returned_on = p.day FROM (SELECT landlord_id, receipt_id, max(taken_on) AS day FROM part GROUP BY 1, 2) p
  WHERE p.landlord_id = r.landlord_id AND p.receipt_id = r.id AND p.day > r.returned_on;--> statement-breakpoint
CREATE TEMP TABLE given ON COMMIT DROP AS
WITH place AS (
  SELECT DISTINCT ON (c.landlord_id, c.tenant_id) c.landlord_id, c.tenant_id, c.tenancy_id, c.property_id, c.unit_id FROM payments.charge c
  WHERE c.type = 'security_deposit' ORDER BY c.landlord_id, c.tenant_id, (c.cancelled_at IS NULL) DESC, c.due_date DESC, c.id DESC
), paid AS (
  SELECT a.*, r.recorded_by, o.tenancy_id, o.property_id, o.unit_id, o.type, o.due_date
  FROM part a JOIN counted r ON r.landlord_id = a.landlord_id AND r.id = a.receipt_id JOIN owed o ON o.landlord_id = a.landlord_id AND o.id = a.charge_id
), entry AS (
  SELECT uuidv7() AS id, * FROM (
    SELECT o.landlord_id, o.tenant_id, 'charged' AS kind, o.booked_on AS day, o.created_at AS at, NULL::uuid AS who, o.id AS charge_id, NULL::uuid AS receipt_id, NULL::uuid AS movement_id,
      o.asked AS amount, o.tenancy_id, o.property_id, o.unit_id, o.type, o.due_date FROM owed o
    UNION ALL
    SELECT o.landlord_id, o.tenant_id, 'changed', o.cut_on, o.cut_at, NULL, o.id, NULL, NULL, o.amount - o.asked, o.tenancy_id, o.property_id, o.unit_id, o.type, o.due_date FROM owed o WHERE o.cut_on IS NOT NULL
    UNION ALL
    SELECT o.landlord_id, o.tenant_id, 'cancelled', greatest(o.booked_on, o.cancelled_on), o.cancelled_at, o.cancelled_by, o.id, NULL, NULL, -o.amount, o.tenancy_id, o.property_id, o.unit_id, o.type, o.due_date
      FROM owed o WHERE o.cancelled_at IS NOT NULL
    UNION ALL
    SELECT r.landlord_id, r.tenant_id, CASE WHEN r.deposit_movement_id IS NULL THEN 'received' ELSE 'applied' END, r.received_on, coalesce(r.verified_at, r.reported_at), r.recorded_by, NULL, r.id, r.deposit_movement_id,
      r.amount, h.tenancy_id, h.property_id, h.unit_id, NULL, NULL FROM counted r LEFT JOIN place h ON h.landlord_id = r.landlord_id AND h.tenant_id = r.tenant_id
    UNION ALL
    SELECT r.landlord_id, r.tenant_id, CASE WHEN r.deposit_movement_id IS NULL THEN 'returned' ELSE 'unapplied' END, r.returned_on, r.reversed_at, r.reversed_by, NULL, r.id, r.deposit_movement_id,
      -r.amount, h.tenancy_id, h.property_id, h.unit_id, NULL, NULL FROM counted r LEFT JOIN place h ON h.landlord_id = r.landlord_id AND h.tenant_id = r.tenant_id WHERE r.reversed_at IS NOT NULL
    UNION ALL
    SELECT a.landlord_id, a.tenant_id, 'taken', a.taken_on, a.created_at, a.recorded_by, a.charge_id, a.receipt_id, NULL, a.amount, a.tenancy_id, a.property_id, a.unit_id, a.type, a.due_date FROM paid a
    UNION ALL
    SELECT a.landlord_id, a.tenant_id, 'paid', a.paid_on, a.created_at, a.recorded_by, a.charge_id, a.receipt_id, NULL, a.amount, a.tenancy_id, a.property_id, a.unit_id, a.type, a.due_date FROM paid a
    UNION ALL
    SELECT m.landlord_id, m.tenant_id, 'deposit_refunded', m.on, m.created_at, m.by, NULL, NULL, m.id, m.amount, h.tenancy_id, h.property_id, h.unit_id, NULL, NULL
      FROM payments.deposit_movement m LEFT JOIN place h ON h.landlord_id = m.landlord_id AND h.tenant_id = m.tenant_id WHERE m.kind = 'refunded'
  ) e
)
SELECT * FROM entry;--> statement-breakpoint
INSERT INTO payments.journal_entry (landlord_id, id, tenant_id, kind, effective_on, recorded_at, recorded_by, charge_id, receipt_id, movement_id)
SELECT landlord_id, id, tenant_id, CASE WHEN kind = 'applied' THEN 'received' WHEN kind = 'unapplied' THEN 'returned' WHEN kind NOT IN ('taken', 'paid') THEN kind WHEN amount > 0 THEN 'allocated' ELSE 'deallocated' END,
  day, at, who, charge_id, receipt_id, movement_id FROM given;--> statement-breakpoint
INSERT INTO payments.posting (landlord_id, entry_id, line, account, amount, effective_on, recorded_at, tenant_id, tenancy_id, property_id, unit_id, charge_id, charge_type, due_on, receipt_id)
SELECT g.landlord_id, g.id, l.line, l.account, l.sign * g.amount, g.day, g.at, g.tenant_id,
  CASE WHEN l.account IN ('cash', 'tenant_credit') AND g.charge_id IS NULL THEN NULL ELSE g.tenancy_id END, CASE WHEN l.account IN ('cash', 'tenant_credit') AND g.charge_id IS NULL THEN NULL ELSE g.property_id END,
  CASE WHEN g.charge_id IS NULL THEN NULL ELSE g.unit_id END, g.charge_id, g.type, g.due_date, g.receipt_id
FROM given g CROSS JOIN LATERAL (VALUES
  ('charged', 1, 'receivable', 1), ('charged', 2, '', -1), ('cancelled', 1, 'receivable', 1), ('cancelled', 2, '', -1),
  ('changed', 1, 'receivable', 1), ('changed', 2, '', -1),
  ('received', 1, 'cash', 1), ('received', 2, 'tenant_credit', -1), ('returned', 1, 'cash', 1), ('returned', 2, 'tenant_credit', -1),
  ('applied', 1, 'deposits_held', 1), ('applied', 2, 'tenant_credit', -1), ('unapplied', 1, 'deposits_held', 1), ('unapplied', 2, 'tenant_credit', -1),
  ('taken', 1, 'tenant_credit', 1), ('taken', 2, 'early', -1), ('paid', 1, 'late', 1), ('paid', 2, 'receivable', -1),
  ('deposit_refunded', 1, 'deposits_held', 1), ('deposit_refunded', 2, 'cash', -1)) k (kind, line, account, sign)
CROSS JOIN LATERAL (SELECT k.line, k.sign, CASE k.account
  WHEN '' THEN CASE g.type WHEN 'rent' THEN 'rent_income' WHEN 'security_deposit' THEN 'deposits_due' WHEN 'late_fee' THEN 'late_fee_income' WHEN 'maintenance' THEN 'maintenance_income' ELSE 'other_income' END
  WHEN 'early' THEN CASE WHEN g.type = 'security_deposit' THEN 'deposits_held' ELSE 'prepaid' END
  WHEN 'late' THEN CASE WHEN g.type = 'security_deposit' THEN 'deposits_due' ELSE 'prepaid' END
  ELSE k.account END AS account) l
WHERE k.kind = g.kind;--> statement-breakpoint
-- A tenancy's deposit that was given back from the money of another one is taken from that. What was given back before the bank returned it is owed, and
-- nothing of it is held.
CREATE TEMP TABLE missing ON COMMIT DROP AS
WITH held AS (
  SELECT p.landlord_id, p.tenant_id, p.tenancy_id, p.property_id, sum(p.amount) AS amount, max(p.effective_on) AS day, max(p.recorded_at) AS at
  FROM payments.posting p WHERE p.account = 'deposits_held' GROUP BY p.landlord_id, p.tenant_id, p.tenancy_id, p.property_id
), short AS (
  SELECT uuidv7() AS id, h.landlord_id, h.tenant_id, sum(h.amount) FILTER (WHERE h.amount > 0) AS gap, coalesce(-sum(h.amount) FILTER (WHERE h.amount < 0), 0) AS there, max(h.day) AS day, max(h.at) AS at
  FROM held h GROUP BY h.landlord_id, h.tenant_id HAVING bool_or(h.amount > 0)
)
SELECT s.id, s.landlord_id, s.tenant_id, h.tenancy_id, h.property_id, s.day, s.at, 'deposits_held' AS account, CASE WHEN h.amount > 0 THEN -h.amount
  ELSE greatest(0, least(-h.amount, s.gap - coalesce(sum(-h.amount) FILTER (WHERE h.amount < 0) OVER (PARTITION BY s.id ORDER BY h.tenancy_id, h.property_id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0))) END AS amount
FROM short s JOIN held h ON h.landlord_id = s.landlord_id AND h.tenant_id = s.tenant_id
UNION ALL
SELECT s.id, s.landlord_id, s.tenant_id, NULL, NULL, s.day, s.at, 'deposits_due', s.gap - s.there FROM short s WHERE s.gap > s.there;--> statement-breakpoint
INSERT INTO payments.journal_entry (landlord_id, id, tenant_id, kind, effective_on, recorded_at) SELECT DISTINCT landlord_id, id, tenant_id, 'changed', day, at FROM missing;--> statement-breakpoint
INSERT INTO payments.posting (landlord_id, entry_id, line, account, amount, effective_on, recorded_at, tenant_id, tenancy_id, property_id)
SELECT m.landlord_id, m.id, row_number() OVER (PARTITION BY m.id), m.account, m.amount, m.day, m.at, m.tenant_id, m.tenancy_id, m.property_id FROM missing m WHERE m.amount <> 0;--> statement-breakpoint
ALTER TABLE "payments"."allocation" DISABLE TRIGGER "allocation_stays";--> statement-breakpoint
UPDATE payments.allocation SET is_reversal = true WHERE amount < 0 AND counts_from IS NULL;--> statement-breakpoint
ALTER TABLE "payments"."allocation" ENABLE TRIGGER "allocation_stays";--> statement-breakpoint
ALTER TABLE "payments"."reversal" DISABLE TRIGGER "reversal_stays";--> statement-breakpoint
UPDATE payments.reversal v SET "on" = (v.reversed_at AT TIME ZONE 'America/New_York')::date;--> statement-breakpoint
UPDATE payments.reversal v SET "on" = g.day FROM given g WHERE g.landlord_id = v.landlord_id AND g.receipt_id = v.receipt_id AND g.kind IN ('returned', 'unapplied');--> statement-breakpoint
ALTER TABLE "payments"."reversal" ENABLE TRIGGER "reversal_stays";--> statement-breakpoint
UPDATE payments.charge c SET open = s.open, booked_from = s.first, settled_on = s.settled FROM (
  SELECT landlord_id, charge_id, sum(amount) AS open, min(effective_on) AS first, CASE WHEN sum(amount) = 0 THEN max(effective_on) END AS settled
  FROM payments.posting WHERE account = 'receivable' GROUP BY landlord_id, charge_id
) s WHERE s.landlord_id = c.landlord_id AND s.charge_id = c.id;--> statement-breakpoint
UPDATE payments.receipt r SET unallocated = s.credit FROM (
  SELECT landlord_id, receipt_id, -sum(amount) AS credit FROM payments.posting WHERE account = 'tenant_credit' GROUP BY landlord_id, receipt_id
) s WHERE s.landlord_id = r.landlord_id AND s.receipt_id = r.id AND s.credit <> 0;--> statement-breakpoint
-- Every account owes, is owed and has deposited what it did before; otherwise nothing of this is kept.
DO $$ DECLARE wrong record; BEGIN
  FOR wrong IN
    SELECT a.landlord_id, a.tenant_id, o.open, b.open AS booked_open, o.credit, b.credit AS booked_credit, o.held, b.held AS booked_held
    FROM payments.tenant a
    CROSS JOIN LATERAL (SELECT
      (SELECT coalesce(sum(c.amount - (SELECT coalesce(sum(x.amount), 0) FROM payments.allocation x WHERE x.landlord_id = c.landlord_id AND x.charge_id = c.id)), 0)
        FROM payments.charge c WHERE c.landlord_id = a.landlord_id AND c.tenant_id = a.tenant_id AND c.cancelled_at IS NULL) AS open,
      (SELECT coalesce(sum(r.amount), 0) FROM payments.receipt r WHERE r.landlord_id = a.landlord_id AND r.tenant_id = a.tenant_id AND (r.reported_by <> 'tenant' OR r.verified_at IS NOT NULL)
        AND NOT EXISTS (SELECT FROM payments.reversal v WHERE v.landlord_id = r.landlord_id AND v.receipt_id = r.id))
        - (SELECT coalesce(sum(x.amount), 0) FROM payments.allocation x WHERE x.landlord_id = a.landlord_id AND x.tenant_id = a.tenant_id) AS credit,
      greatest(0, (SELECT coalesce(sum(x.amount), 0) FROM payments.allocation x JOIN payments.charge c ON c.landlord_id = x.landlord_id AND c.id = x.charge_id
        WHERE x.landlord_id = a.landlord_id AND x.tenant_id = a.tenant_id AND c.type = 'security_deposit')
        - (SELECT coalesce(sum(m.amount), 0) FROM payments.deposit_movement m WHERE m.landlord_id = a.landlord_id AND m.tenant_id = a.tenant_id AND (m.kind = 'refunded' OR EXISTS (
          SELECT FROM payments.receipt r WHERE r.landlord_id = m.landlord_id AND r.deposit_movement_id = m.id
            AND NOT EXISTS (SELECT FROM payments.reversal v WHERE v.landlord_id = r.landlord_id AND v.receipt_id = r.id))))) AS held
    ) o
    CROSS JOIN LATERAL (SELECT coalesce(sum(p.amount) FILTER (WHERE p.account = 'receivable'), 0) AS open, -coalesce(sum(p.amount) FILTER (WHERE p.account = 'tenant_credit'), 0) AS credit,
      -coalesce(sum(p.amount) FILTER (WHERE p.account = 'deposits_held'), 0) AS held FROM payments.posting p WHERE p.landlord_id = a.landlord_id AND p.tenant_id = a.tenant_id) b
    WHERE o.open <> b.open OR o.credit <> b.credit OR o.held <> b.held LIMIT 1
  LOOP
    RAISE EXCEPTION 'the journal of account % of landlord % differs: open % and %, credit % and %, deposit % and %', wrong.tenant_id, wrong.landlord_id,
      wrong.open, wrong.booked_open, wrong.credit, wrong.booked_credit, wrong.held, wrong.booked_held;
  END LOOP;
  FOR wrong IN SELECT r.landlord_id, r.id FROM payments.receipt r WHERE r.unallocated < 0 LIMIT 1 LOOP
    RAISE EXCEPTION 'receipt % of landlord % is allocated for more than its amount', wrong.id, wrong.landlord_id;
  END LOOP;
END $$;--> statement-breakpoint
ALTER TABLE "payments"."charge" ALTER COLUMN "open" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."reversal" ALTER COLUMN "on" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."allocation" DROP COLUMN "counts_from";--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD CONSTRAINT "charge_open" CHECK ("payments"."charge"."open" >= 0);
