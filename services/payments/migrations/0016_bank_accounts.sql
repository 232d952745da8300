CREATE TABLE "payments"."allocation_order" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"order" text NOT NULL,
	"set_at" timestamp(3) with time zone NOT NULL,
	"set_by" uuid NOT NULL,
	CONSTRAINT "allocation_order_landlord_id_id_pk" PRIMARY KEY("landlord_id","id")
);
--> statement-breakpoint
CREATE TABLE "payments"."bank_account" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"last_four" text,
	"is_default" boolean NOT NULL,
	"archived_at" timestamp(3) with time zone,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_account_landlord_id_id_pk" PRIMARY KEY("landlord_id","id"),
	CONSTRAINT "bank_account_last_four" CHECK ("payments"."bank_account"."last_four" ~ '^[0-9]{4}$'),
	CONSTRAINT "bank_account_default" CHECK (not "payments"."bank_account"."is_default" or "payments"."bank_account"."archived_at" is null)
);
--> statement-breakpoint
CREATE TABLE "payments"."bank_transfer" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"from_id" uuid,
	"to_id" uuid,
	"amount" numeric(10, 2) NOT NULL,
	"on" date NOT NULL,
	"notes" text,
	"by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "bank_transfer_landlord_id_id_pk" PRIMARY KEY("landlord_id","id"),
	CONSTRAINT "bank_transfer_amount" CHECK ("payments"."bank_transfer"."amount" > 0),
	CONSTRAINT "bank_transfer_accounts" CHECK ("payments"."bank_transfer"."from_id" is distinct from "payments"."bank_transfer"."to_id")
);
--> statement-breakpoint
CREATE TABLE "payments"."bank_transfer_undo" (
	"landlord_id" uuid NOT NULL,
	"transfer_id" uuid NOT NULL,
	"on" date NOT NULL,
	"reason" text NOT NULL,
	"undone_at" timestamp(3) with time zone NOT NULL,
	"undone_by" uuid NOT NULL,
	CONSTRAINT "bank_transfer_undo_landlord_id_transfer_id_pk" PRIMARY KEY("landlord_id","transfer_id")
);
--> statement-breakpoint
ALTER TABLE "payments"."credit_refund" ADD COLUMN "bank_account_id" uuid;--> statement-breakpoint
ALTER TABLE "payments"."deposit_movement" ADD COLUMN "bank_account_id" uuid;--> statement-breakpoint
ALTER TABLE "payments"."posting" ADD COLUMN "bank_account_id" uuid;--> statement-breakpoint
ALTER TABLE "payments"."receipt" ADD COLUMN "bank_account_id" uuid;--> statement-breakpoint
CREATE INDEX "allocation_order_by_tenant" ON "payments"."allocation_order" USING btree ("landlord_id","tenant_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "bank_account_default" ON "payments"."bank_account" USING btree ("landlord_id") WHERE "payments"."bank_account"."is_default";--> statement-breakpoint
CREATE UNIQUE INDEX "bank_account_name" ON "payments"."bank_account" USING btree ("landlord_id",lower("name"));--> statement-breakpoint
CREATE INDEX "bank_transfer_by_day" ON "payments"."bank_transfer" USING btree ("landlord_id","on","id");--> statement-breakpoint
ALTER TABLE "payments"."posting" ADD CONSTRAINT "posting_bank_account" CHECK ("payments"."posting"."account" = 'cash' or "payments"."posting"."bank_account_id" is null);--> statement-breakpoint
COMMENT ON TABLE "payments"."allocation_order" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "payments"."bank_transfer" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "payments"."bank_transfer_undo" IS 'append-only';--> statement-breakpoint
CREATE TRIGGER "allocation_order_stays" BEFORE UPDATE OR DELETE ON "payments"."allocation_order" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "bank_transfer_stays" BEFORE UPDATE OR DELETE ON "payments"."bank_transfer" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "bank_transfer_undo_stays" BEFORE UPDATE OR DELETE ON "payments"."bank_transfer_undo" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
GRANT SELECT, INSERT, DELETE ON "payments"."bank_account", "payments"."bank_transfer", "payments"."bank_transfer_undo", "payments"."allocation_order" TO "keyhold_payments_records";--> statement-breakpoint
CREATE POLICY "moved_and_erased" ON "payments"."bank_transfer" TO "keyhold_payments_records" USING (true);--> statement-breakpoint
CREATE POLICY "moved_and_erased" ON "payments"."bank_transfer_undo" TO "keyhold_payments_records" USING (true);--> statement-breakpoint
CREATE POLICY "moved_and_erased" ON "payments"."allocation_order" TO "keyhold_payments_records" USING (true);--> statement-breakpoint
-- A report gets its account when it is confirmed, which is the one time that its verification is set.
DROP TRIGGER "receipt_verified_once" ON "payments"."receipt";--> statement-breakpoint
CREATE TRIGGER "receipt_verified_once" BEFORE UPDATE ON "payments"."receipt" FOR EACH ROW WHEN (
  OLD.verified_at IS NOT NULL AND (to_jsonb(OLD) - 'unallocated') IS DISTINCT FROM (to_jsonb(NEW) - 'unallocated') OR
  OLD.reported_by <> 'tenant' AND OLD.bank_account_id IS DISTINCT FROM NEW.bank_account_id OR
  (to_jsonb(OLD) - '{verified_at,verified_by,verification_method,verification_notes,unallocated,bank_account_id}'::text[]) IS DISTINCT FROM (to_jsonb(NEW) - '{verified_at,verified_by,verification_method,verification_notes,unallocated,bank_account_id}'::text[])
) EXECUTE FUNCTION "payments"."refuse_change"();
