-- Rents go on while the tenancy lasts: a rule has no number of periods.
ALTER TABLE "payments"."rule" DROP COLUMN "periods";
--> statement-breakpoint
-- The role that moves or erases a whole landlord reaches every table with a landlord's rows.
DO $$ DECLARE t text; BEGIN
  FOR t IN SELECT table_name FROM information_schema.columns WHERE table_schema = 'payments' AND column_name = 'landlord_id' LOOP
    EXECUTE format('GRANT SELECT, INSERT, DELETE ON payments.%I TO keyhold_payments_records', t);
    IF NOT EXISTS (SELECT FROM pg_policies WHERE schemaname = 'payments' AND tablename = t AND policyname = 'moved_and_erased') THEN
      EXECUTE format('CREATE POLICY moved_and_erased ON payments.%I TO keyhold_payments_records USING (true)', t);
    END IF;
  END LOOP;
END $$;
