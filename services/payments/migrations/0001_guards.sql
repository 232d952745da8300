-- What the program promises about money, held by the database as well.
CREATE FUNCTION "payments"."refuse_change"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the ledger is append-only: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'check_violation', CONSTRAINT = 'ledger_append_only';
END $$;
--> statement-breakpoint
CREATE TRIGGER "allocation_stays" BEFORE UPDATE OR DELETE ON "payments"."allocation" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "reversal_stays" BEFORE UPDATE OR DELETE ON "payments"."reversal" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "receipt_stays" BEFORE DELETE ON "payments"."receipt" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "charge_stays" BEFORE DELETE ON "payments"."charge" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();
--> statement-breakpoint
-- The verification is set once; all else of a receipt is as it was recorded.
CREATE TRIGGER "receipt_verified_once" BEFORE UPDATE ON "payments"."receipt" FOR EACH ROW WHEN (
  OLD.verified_at IS NOT NULL OR
  (OLD.id, OLD.landlord_id, OLD.tenant_id, OLD.charge_id, OLD.amount, OLD.method, OLD.received_on, OLD.confirmation_number, OLD.reported_by, OLD.recorded_by, OLD.reported_at)
  IS DISTINCT FROM
  (NEW.id, NEW.landlord_id, NEW.tenant_id, NEW.charge_id, NEW.amount, NEW.method, NEW.received_on, NEW.confirmation_number, NEW.reported_by, NEW.recorded_by, NEW.reported_at)
) EXECUTE FUNCTION "payments"."refuse_change"();
--> statement-breakpoint
-- Locks receipt and charge, so that two transactions cannot both take the last dollar.
CREATE FUNCTION "payments"."guard_allocation"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  received payments.receipt;
  owed payments.charge;
  reversed boolean;
BEGIN
  SELECT * INTO received FROM payments.receipt r WHERE r.landlord_id = NEW.landlord_id AND r.id = NEW.receipt_id FOR NO KEY UPDATE;
  SELECT * INTO owed FROM payments.charge c WHERE c.landlord_id = NEW.landlord_id AND c.id = NEW.charge_id FOR NO KEY UPDATE;
  reversed := EXISTS (SELECT FROM payments.reversal v WHERE v.landlord_id = NEW.landlord_id AND v.receipt_id = NEW.receipt_id);
  IF received.tenant_id IS DISTINCT FROM NEW.tenant_id OR owed.tenant_id IS DISTINCT FROM NEW.tenant_id THEN
    RAISE EXCEPTION 'an allocation is of one tenant' USING ERRCODE = 'check_violation', CONSTRAINT = 'allocation_of_one_tenant';
  END IF;
  -- A minus belongs to a reversal and takes back what was given, a plus to a receipt that counts.
  IF reversed <> (NEW.amount < 0) OR received.reported_by = 'tenant' AND received.verified_at IS NULL THEN
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
CREATE TRIGGER "allocation_guarded" AFTER INSERT ON "payments"."allocation" FOR EACH ROW EXECUTE FUNCTION "payments"."guard_allocation"();
--> statement-breakpoint
-- A reversal waits for an allocation of the same receipt that is under way.
CREATE FUNCTION "payments"."guard_reversal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM payments.receipt r WHERE r.landlord_id = NEW.landlord_id AND r.id = NEW.receipt_id FOR NO KEY UPDATE;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "reversal_guarded" BEFORE INSERT ON "payments"."reversal" FOR EACH ROW EXECUTE FUNCTION "payments"."guard_reversal"();
--> statement-breakpoint
-- What is paid on stays what it was: amount and tenant of a charge may change only while no receipt stands on it.
CREATE FUNCTION "payments"."guard_charge"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT sum(a.amount) FROM payments.allocation a WHERE a.landlord_id = OLD.landlord_id AND a.charge_id = OLD.id) > 0 THEN
    RAISE EXCEPTION 'a charge with receipts keeps its amount' USING ERRCODE = 'check_violation', CONSTRAINT = 'charge_has_receipts';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "charge_guarded" BEFORE UPDATE ON "payments"."charge" FOR EACH ROW WHEN (OLD.amount <> NEW.amount OR OLD.tenant_id <> NEW.tenant_id) EXECUTE FUNCTION "payments"."guard_charge"();
--> statement-breakpoint
-- The home of a tenant, now and when it was charged: its name and time zone belong to their payments. Null for all others.
CREATE FUNCTION "payments"."homes_of_tenant"() RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT array(SELECT property_id FROM payments.tenant WHERE property_id IS NOT NULL UNION SELECT property_id FROM payments.charge WHERE property_id IS NOT NULL)
  WHERE nullif(current_setting('app.tenant_id', true), '') IS NOT NULL
$$;
--> statement-breakpoint
-- Asked for once a statement, not once a row.
CREATE POLICY "a_home_of_the_tenant" ON "payments"."property" FOR SELECT TO "keyhold_payments" USING (property_id = ANY ((SELECT payments.homes_of_tenant())::uuid[]));
