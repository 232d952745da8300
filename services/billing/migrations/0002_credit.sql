ALTER TABLE "billing"."invoices" ADD COLUMN "credit_applied" numeric(10, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing"."invoices" ADD COLUMN "credit_added" numeric(10, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing"."subscriptions" ADD COLUMN "credit" numeric(10, 2) DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "subscriptions_credit" ON "billing"."subscriptions" USING btree ("landlord_id") WHERE "billing"."subscriptions"."credit" > 0;--> statement-breakpoint
UPDATE "billing"."subscriptions" s SET "credit" = (t."account" ->> 'credit')::numeric / 100
FROM "billing"."test_accounts" t
WHERE t."landlord_id" = s."landlord_id" AND t."subscription_id" = s."stripe_subscription_id";
