CREATE INDEX "charge_deposits" ON "payments"."charge" USING btree ("landlord_id","tenant_id","id","amount") WHERE "payments"."charge"."type" = 'security_deposit' and "payments"."charge"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "late_fee_newest" ON "payments"."late_fee" USING btree ("landlord_id","created_at","id","tenant_id");--> statement-breakpoint
CREATE INDEX "late_fee_by_fee_charge" ON "payments"."late_fee" USING btree ("landlord_id","fee_charge_id") WHERE "payments"."late_fee"."fee_charge_id" is not null;--> statement-breakpoint
-- What was assessed is never rewritten: it is decided, once for good, and a posted fee may still be waived or withdrawn.
CREATE TRIGGER "late_fee_stays" BEFORE DELETE ON "payments"."late_fee" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();
--> statement-breakpoint
CREATE TRIGGER "late_fee_decided" BEFORE UPDATE ON "payments"."late_fee" FOR EACH ROW WHEN (
  OLD.status IN ('waived', 'withdrawn') OR NEW.status = 'proposed' OR (OLD.fee_charge_id IS NOT NULL AND OLD.fee_charge_id IS DISTINCT FROM NEW.fee_charge_id) OR
  (to_jsonb(OLD) - '{status,reason,fee_charge_id,decided_at,decided_by}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{status,reason,fee_charge_id,decided_at,decided_by}'::text[])
) EXECUTE FUNCTION "payments"."refuse_change"();
--> statement-breakpoint
-- Tenants may see what holds for them: from when on they are late, and what that costs. What holds for others is hidden.
CREATE POLICY "a_policy_for_the_tenant" ON "payments"."late_fee_policy" FOR SELECT TO "keyhold_payments" USING (
  (SELECT nullif(current_setting('app.tenant_id', true), '') IS NOT NULL)
  AND (scope = 'account' OR property_id = ANY ((SELECT payments.homes_of_tenant())::uuid[]) OR tenancy_id IN (SELECT t.tenancy_id FROM payments.tenancy t))
);
