DROP INDEX "payments"."charge_by_due";--> statement-breakpoint
DROP INDEX "payments"."charge_by_tenant";--> statement-breakpoint
DROP INDEX "payments"."charge_by_property";--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "cancelled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "cancelled_by" uuid;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "cancellation_reason" text;--> statement-breakpoint
CREATE INDEX "charge_by_due" ON "payments"."charge" USING btree ("landlord_id","due_date","id","tenant_id") WHERE "payments"."charge"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "charge_by_tenant" ON "payments"."charge" USING btree ("landlord_id","tenant_id","due_date","id") WHERE "payments"."charge"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "charge_by_property" ON "payments"."charge" USING btree ("landlord_id","property_id","due_date","id","tenant_id") WHERE "payments"."charge"."cancelled_at" is null;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD CONSTRAINT "charge_cancelled" CHECK (("payments"."charge"."cancelled_at" is null) = ("payments"."charge"."cancellation_reason" is null) and ("payments"."charge"."cancelled_at" is not null or "payments"."charge"."cancelled_by" is null));--> statement-breakpoint
-- A tenant's own rows are found by the index of the charges that stand; of the others it sees none.
CREATE OR REPLACE FUNCTION "payments"."homes_of_tenant"() RETURNS uuid[] LANGUAGE sql STABLE AS $$
  SELECT array(SELECT property_id FROM payments.tenant WHERE property_id IS NOT NULL UNION SELECT property_id FROM payments.charge WHERE property_id IS NOT NULL AND cancelled_at IS NULL)
  WHERE nullif(current_setting('app.tenant_id', true), '') IS NOT NULL
$$;
--> statement-breakpoint
-- The cancellation is set once, and with it all of the charge but when its record was last touched.
CREATE TRIGGER "charge_cancelled_once" BEFORE UPDATE ON "payments"."charge" FOR EACH ROW WHEN (
  OLD.cancelled_at IS NOT NULL AND
  (OLD.id, OLD.landlord_id, OLD.tenant_id, OLD.property_id, OLD.type, OLD.method, OLD.amount, OLD.due_date, OLD.notes, OLD.source, OLD.period, OLD.created_at, OLD.cancelled_at, OLD.cancelled_by, OLD.cancellation_reason)
  IS DISTINCT FROM
  (NEW.id, NEW.landlord_id, NEW.tenant_id, NEW.property_id, NEW.type, NEW.method, NEW.amount, NEW.due_date, NEW.notes, NEW.source, NEW.period, NEW.created_at, NEW.cancelled_at, NEW.cancelled_by, NEW.cancellation_reason)
) EXECUTE FUNCTION "payments"."refuse_change"();
--> statement-breakpoint
-- Money that stands on a charge, reported money too, keeps it.
CREATE FUNCTION "payments"."guard_cancellation"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (
    SELECT FROM payments.receipt r
    WHERE r.landlord_id = OLD.landlord_id
      AND (r.charge_id = OLD.id OR r.id IN (SELECT a.receipt_id FROM payments.allocation a WHERE a.landlord_id = OLD.landlord_id AND a.charge_id = OLD.id))
      AND NOT EXISTS (SELECT FROM payments.reversal v WHERE v.landlord_id = r.landlord_id AND v.receipt_id = r.id)
  ) THEN
    RAISE EXCEPTION 'a charge with receipts is not cancelled' USING ERRCODE = 'check_violation', CONSTRAINT = 'charge_has_receipts';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "charge_cancellation_guarded" BEFORE UPDATE ON "payments"."charge" FOR EACH ROW WHEN (OLD.cancelled_at IS NULL AND NEW.cancelled_at IS NOT NULL) EXECUTE FUNCTION "payments"."guard_cancellation"();
--> statement-breakpoint
-- Locks the charge, so that money and a cancellation cannot both have it.
CREATE FUNCTION "payments"."guard_live_charge"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  owed payments.charge;
BEGIN
  SELECT * INTO owed FROM payments.charge c WHERE c.landlord_id = NEW.landlord_id AND c.id = NEW.charge_id FOR NO KEY UPDATE;
  IF owed.cancelled_at IS NOT NULL THEN
    RAISE EXCEPTION 'a cancelled charge takes no money' USING ERRCODE = 'check_violation', CONSTRAINT = 'charge_is_cancelled';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER "receipt_on_live_charge" BEFORE INSERT ON "payments"."receipt" FOR EACH ROW WHEN (NEW.charge_id IS NOT NULL) EXECUTE FUNCTION "payments"."guard_live_charge"();
--> statement-breakpoint
CREATE TRIGGER "allocation_on_live_charge" BEFORE INSERT ON "payments"."allocation" FOR EACH ROW WHEN (NEW.amount > 0) EXECUTE FUNCTION "payments"."guard_live_charge"();
