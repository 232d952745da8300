CREATE TABLE "payments"."booked_stay" (
	"landlord_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	CONSTRAINT "booked_stay_landlord_id_booking_id_pk" PRIMARY KEY("landlord_id","booking_id")
);
--> statement-breakpoint
CREATE INDEX "journal_entry_by_movement" ON "payments"."journal_entry" USING btree ("landlord_id","movement_id") WHERE "payments"."journal_entry"."movement_id" is not null;