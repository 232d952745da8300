ALTER TABLE "payments"."charge" DROP CONSTRAINT "charge_late";--> statement-breakpoint
ALTER TABLE "payments"."late_fee" ALTER COLUMN "charge_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD CONSTRAINT "charge_late" CHECK ("payments"."charge"."late_charge_id" is null or "payments"."charge"."source" = 'late_fee');--> statement-breakpoint
ALTER TABLE "payments"."late_fee" ADD CONSTRAINT "late_fee_of_charge" CHECK ("payments"."late_fee"."charge_id" is not null or "payments"."late_fee"."kind" = 'returned_payment');