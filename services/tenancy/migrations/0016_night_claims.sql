CREATE TABLE "tenancy"."night_claim_outcome" (
	"landlord_id" uuid NOT NULL,
	"claim_id" uuid NOT NULL,
	"is_used" boolean NOT NULL,
	"decided_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "night_claim_outcome_landlord_id_claim_id_pk" PRIMARY KEY("landlord_id","claim_id")
);
--> statement-breakpoint
ALTER TABLE "tenancy"."tenancy" ADD COLUMN "claimed_unit_id" uuid;--> statement-breakpoint
ALTER TABLE "tenancy"."tenancy" ADD COLUMN "claimed_from" date;--> statement-breakpoint
ALTER TABLE "tenancy"."tenancy" ADD COLUMN "claimed_until" date;--> statement-breakpoint
ALTER TABLE "tenancy"."tenancy" ADD COLUMN "is_claimed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "night_claim_outcome_by_time" ON "tenancy"."night_claim_outcome" USING btree ("decided_at");--> statement-breakpoint
CREATE INDEX "tenancy_unclaimed" ON "tenancy"."tenancy" USING btree ("id") WHERE not is_claimed;