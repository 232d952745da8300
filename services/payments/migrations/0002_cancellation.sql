DROP INDEX "payments"."charge_by_due";--> statement-breakpoint
DROP INDEX "payments"."charge_by_tenant";--> statement-breakpoint
DROP INDEX "payments"."charge_by_property";--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "cancelled_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "cancelled_by" uuid;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "cancellation_reason" text;--> statement-breakpoint
CREATE INDEX "charge_by_due" ON "payments"."charge" USING btree ("landlord_id","due_date","id","tenant_id") WHERE "payments"."charge"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "charge_by_tenant" ON "payments"."charge" USING btree ("landlord_id","tenant_id","due_date","id") WHERE "payments"."charge"."cancelled_at" is null;--> statement-breakpoint
CREATE INDEX "charge_by_property" ON "payments"."charge" USING btree ("landlord_id","property_id","due_date","id","tenant_id") WHERE "payments"."charge"."cancelled_at" is null;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD CONSTRAINT "charge_cancelled" CHECK (("payments"."charge"."cancelled_at" is null) = ("payments"."charge"."cancellation_reason" is null) and ("payments"."charge"."cancelled_at" is not null or "payments"."charge"."cancelled_by" is null));