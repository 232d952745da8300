CREATE TABLE "payments"."credit_refund" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"on" date NOT NULL,
	"method" text NOT NULL,
	"notes" text,
	"by" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "credit_refund_landlord_id_id_pk" PRIMARY KEY("landlord_id","id"),
	CONSTRAINT "credit_refund_amount" CHECK ("payments"."credit_refund"."amount" > 0)
);
--> statement-breakpoint
CREATE TABLE "payments"."refund_undo" (
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"refund_id" uuid NOT NULL,
	"on" date NOT NULL,
	"reason" text NOT NULL,
	"undone_at" timestamp(3) with time zone NOT NULL,
	"undone_by" uuid NOT NULL,
	CONSTRAINT "refund_undo_landlord_id_refund_id_pk" PRIMARY KEY("landlord_id","refund_id")
);
--> statement-breakpoint
ALTER TABLE "payments"."receipt" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "payments"."receipt" ADD COLUMN "replaces_id" uuid;--> statement-breakpoint
CREATE INDEX "credit_refund_by_tenant" ON "payments"."credit_refund" USING btree ("landlord_id","tenant_id","on","id");--> statement-breakpoint
ALTER TABLE "payments"."receipt" ADD CONSTRAINT "receipt_unallocated" CHECK ("payments"."receipt"."unallocated" >= 0);--> statement-breakpoint
COMMENT ON TABLE "payments"."credit_refund" IS 'append-only';--> statement-breakpoint
COMMENT ON TABLE "payments"."refund_undo" IS 'append-only';--> statement-breakpoint
CREATE TRIGGER "credit_refund_stays" BEFORE UPDATE OR DELETE ON "payments"."credit_refund" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();--> statement-breakpoint
CREATE TRIGGER "refund_undo_stays" BEFORE UPDATE OR DELETE ON "payments"."refund_undo" FOR EACH ROW EXECUTE FUNCTION "payments"."refuse_change"();
