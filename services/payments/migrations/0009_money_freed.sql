ALTER TABLE "payments"."allocation" ADD COLUMN "counts_from" date;--> statement-breakpoint
-- A minus on a receipt that stands frees what stood on a charge of a rule, and names the day; of a deposit nothing is freed. One without a day
-- belongs to a reversal, as before.
CREATE OR REPLACE FUNCTION "payments"."guard_allocation"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  received payments.receipt;
  owed payments.charge;
  reversed boolean;
  freed boolean;
BEGIN
  SELECT * INTO received FROM payments.receipt r WHERE r.landlord_id = NEW.landlord_id AND r.id = NEW.receipt_id FOR NO KEY UPDATE;
  SELECT * INTO owed FROM payments.charge c WHERE c.landlord_id = NEW.landlord_id AND c.id = NEW.charge_id FOR NO KEY UPDATE;
  reversed := EXISTS (SELECT FROM payments.reversal v WHERE v.landlord_id = NEW.landlord_id AND v.receipt_id = NEW.receipt_id);
  freed := NEW.amount < 0 AND NEW.counts_from IS NOT NULL;
  IF received.tenant_id IS DISTINCT FROM NEW.tenant_id OR owed.tenant_id IS DISTINCT FROM NEW.tenant_id THEN
    RAISE EXCEPTION 'an allocation is of one tenant' USING ERRCODE = 'check_violation', CONSTRAINT = 'allocation_of_one_tenant';
  END IF;
  IF freed AND (reversed OR owed.rule_id IS NULL OR owed.type = 'security_deposit') THEN
    RAISE EXCEPTION 'only rents and what comes again give money back' USING ERRCODE = 'check_violation', CONSTRAINT = 'allocation_freed';
  END IF;
  -- A minus belongs to a reversal and takes back what was given, a plus to a receipt that counts.
  IF NOT freed AND reversed <> (NEW.amount < 0) OR received.reported_by = 'tenant' AND received.verified_at IS NULL THEN
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
END $$;
--> statement-breakpoint
-- What is paid on stays what it was. A charge of a rule follows its terms when the tenants move out, or stay after all, and never below what is paid.
CREATE OR REPLACE FUNCTION "payments"."guard_charge"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  paid numeric;
BEGIN
  SELECT coalesce(sum(a.amount), 0) INTO paid FROM payments.allocation a WHERE a.landlord_id = OLD.landlord_id AND a.charge_id = OLD.id;
  IF paid > 0 AND (OLD.rule_id IS NULL OR paid > NEW.amount OR OLD.tenant_id <> NEW.tenant_id) THEN
    RAISE EXCEPTION 'a charge with receipts keeps its amount' USING ERRCODE = 'check_violation', CONSTRAINT = 'charge_has_receipts';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
-- Money that stands on a charge, reported money too, keeps it. What was recorded on it and pays others by now does not.
CREATE OR REPLACE FUNCTION "payments"."guard_cancellation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT coalesce(sum(a.amount), 0) FROM payments.allocation a WHERE a.landlord_id = OLD.landlord_id AND a.charge_id = OLD.id) > 0 OR EXISTS (
    SELECT FROM payments.receipt r
    WHERE r.landlord_id = OLD.landlord_id AND r.charge_id = OLD.id AND r.reported_by = 'tenant' AND r.verified_at IS NULL
      AND NOT EXISTS (SELECT FROM payments.reversal v WHERE v.landlord_id = r.landlord_id AND v.receipt_id = r.id)
  ) THEN
    RAISE EXCEPTION 'a charge with receipts is not cancelled' USING ERRCODE = 'check_violation', CONSTRAINT = 'charge_has_receipts';
  END IF;
  RETURN NEW;
END $$;
