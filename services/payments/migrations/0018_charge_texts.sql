CREATE TABLE "payments"."charge_text" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"until" date NOT NULL,
	"type" text NOT NULL,
	"due_date" date NOT NULL,
	"description" text,
	"basis" jsonb,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "charge_text_landlord_id_id_pk" PRIMARY KEY("landlord_id","id")
);
--> statement-breakpoint
ALTER TABLE "payments"."charge_text" ADD CONSTRAINT "charge_text_landlord_id_charge_id_charge_landlord_id_id_fk" FOREIGN KEY ("landlord_id","charge_id") REFERENCES "payments"."charge"("landlord_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "charge_text_by_charge" ON "payments"."charge_text" USING btree ("landlord_id","charge_id","until","id");--> statement-breakpoint
COMMENT ON TABLE "payments"."charge_text" IS 'append-only';--> statement-breakpoint
CREATE TRIGGER "charge_text_stays" BEFORE UPDATE OR DELETE ON "payments"."charge_text" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "payments"."charge_text" TO "keyhold_payments_records";--> statement-breakpoint
CREATE POLICY "moved_and_erased" ON "payments"."charge_text" TO "keyhold_payments_records" USING (true);--> statement-breakpoint
-- The change of the credit is no longer summed: no figure reads it.
CREATE OR REPLACE FUNCTION "payments"."sum_postings"() RETURNS trigger LANGUAGE plpgsql AS $$
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
      (CASE WHEN m.account IN ('tenant_credit', 'allowance', 'prepaid') THEN 'credit' END, false, -m.amount),
      (CASE WHEN m.account = 'deposits_held' THEN 'held' END, false, -m.amount)) k (kind, is_deposit, amount) WHERE k.kind IS NOT NULL
  ) s GROUP BY s.landlord_id, s.kind, s.effective_on, s.is_deposit HAVING sum(s.amount) <> 0;
  -- Now and then the changes are added to the sums, by one transaction of a landlord at a time; the others go on adding changes.
  IF random() < 0.02 THEN PERFORM payments.add_changes(m.landlord_id) FROM (SELECT DISTINCT landlord_id FROM made) m; END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
DELETE FROM "payments"."day_change" WHERE "kind" = 'unearned';--> statement-breakpoint
DELETE FROM "payments"."day_sum" WHERE "kind" = 'unearned';--> statement-breakpoint
DELETE FROM "payments"."month_sum" WHERE "kind" = 'unearned';
