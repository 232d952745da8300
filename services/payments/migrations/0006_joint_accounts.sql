CREATE INDEX "charge_cancelled" ON "payments"."charge" USING btree ("landlord_id","tenant_id") WHERE "payments"."charge"."cancelled_at" is not null;--> statement-breakpoint
-- Who shares an account may see who the others are: their names stand on what all of them owe.
CREATE POLICY "shares_the_account" ON "payments"."tenant" FOR SELECT TO "keyhold_payments" USING (
  landlord_id = (SELECT nullif(current_setting('app.landlord_id', true), '')::uuid) AND account_id = (SELECT nullif(current_setting('app.tenant_id', true), '')::uuid)
);
