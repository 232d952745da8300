CREATE TABLE "properties"."booking" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"rental_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"guest_name" text NOT NULL,
	"guest_email" text,
	"guest_phone" text,
	"number_of_guests" integer NOT NULL,
	"check_in_date" date NOT NULL,
	"check_out_date" date NOT NULL,
	"booking_source" text NOT NULL,
	"external_booking_id" text,
	"base_price_total" numeric(10, 2) NOT NULL,
	"extra_guest_total" numeric(10, 2) NOT NULL,
	"cleaning_fee" numeric(10, 2) NOT NULL,
	"service_fee" numeric(10, 2) NOT NULL,
	"taxes" numeric(10, 2) NOT NULL,
	"total_amount" numeric(10, 2) NOT NULL,
	"platform_fee" numeric(10, 2) NOT NULL,
	"net_revenue" numeric(10, 2) NOT NULL,
	"deposit_amount" numeric(10, 2),
	"charged" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"terms" jsonb NOT NULL,
	"lines" jsonb NOT NULL,
	"cancellation" jsonb NOT NULL,
	"status" text NOT NULL,
	"payment_status" text NOT NULL,
	"paid_amount" numeric(10, 2) NOT NULL,
	"refunded_amount" numeric(10, 2) DEFAULT 0 NOT NULL,
	"requests" text,
	"notes" text,
	"guest_rating" integer,
	"guest_review" text,
	"landlord_rating" integer,
	"landlord_review" text,
	"checked_in_at" timestamp(3) with time zone,
	"checked_out_at" timestamp(3) with time zone,
	"cancelled_at" timestamp(3) with time zone,
	"cancelled_by" text,
	"cancel_reason" text,
	"kept" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"kept_on" date,
	"answer_by" timestamp(3) with time zone,
	"revision" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "booking_has_nights" CHECK ("properties"."booking"."check_in_date" < "properties"."booking"."check_out_date")
);
--> statement-breakpoint
CREATE TABLE "properties"."booking_night" (
	"landlord_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"rental_id" uuid NOT NULL,
	"date" date NOT NULL,
	"price" numeric(10, 2) NOT NULL,
	"list_price" numeric(10, 2) NOT NULL,
	"extra_guests" numeric(10, 2) NOT NULL,
	"explanation" text NOT NULL,
	"is_released" boolean DEFAULT false NOT NULL,
	CONSTRAINT "booking_night_landlord_id_booking_id_date_pk" PRIMARY KEY("landlord_id","booking_id","date")
);
--> statement-breakpoint
CREATE TABLE "properties"."guest_link" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "properties"."stay_change" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"record_id" uuid NOT NULL,
	"at" timestamp(3) with time zone NOT NULL,
	"by" text NOT NULL,
	"user_id" uuid,
	"what" text NOT NULL,
	"changes" jsonb NOT NULL,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "properties"."rental" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"listing_name" text NOT NULL,
	"listing_description" text,
	"max_guests" integer NOT NULL,
	"base_price" numeric(10, 2) NOT NULL,
	"cleaning_fee" numeric(10, 2) NOT NULL,
	"extra_guest_fee" numeric(10, 2) NOT NULL,
	"guests_included" integer NOT NULL,
	"min_stay_nights" integer NOT NULL,
	"max_stay_nights" integer NOT NULL,
	"airbnb_listing_id" text,
	"vrbo_listing_id" text,
	"booking_com_listing_id" text,
	"direct_booking_enabled" boolean NOT NULL,
	"is_active" boolean NOT NULL,
	"instant_book_enabled" boolean NOT NULL,
	"check_in_time" text NOT NULL,
	"check_out_time" text NOT NULL,
	"house_rules" jsonb NOT NULL,
	"amenities" jsonb NOT NULL,
	"safety_features" jsonb NOT NULL,
	"check_in_instructions" text,
	"instructions_days_before" integer NOT NULL,
	"cancellation_policy" text NOT NULL,
	"cancellation_tiers" jsonb NOT NULL,
	"taxes" jsonb NOT NULL,
	"fees" jsonb NOT NULL,
	"channel_fees" jsonb NOT NULL,
	"deposit_amount" numeric(10, 2),
	"turnover_cost" numeric(10, 2),
	"preparation_days" integer NOT NULL,
	"advance_notice_days" integer NOT NULL,
	"booking_window_days" integer,
	"closed_to_arrival" jsonb NOT NULL,
	"closed_to_departure" jsonb NOT NULL,
	"price_rules" jsonb NOT NULL,
	"slug_words" text NOT NULL,
	"public_code" text NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "properties"."rental_day" (
	"landlord_id" uuid NOT NULL,
	"rental_id" uuid NOT NULL,
	"date" date NOT NULL,
	"price_per_night" numeric(10, 2),
	"minimum_stay" integer,
	"closed_to_arrival" boolean,
	"closed_to_departure" boolean,
	"notes" text,
	CONSTRAINT "rental_day_landlord_id_rental_id_date_pk" PRIMARY KEY("landlord_id","rental_id","date")
);
--> statement-breakpoint
CREATE TABLE "properties"."stay_hold" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"rental_id" uuid NOT NULL,
	"unit_id" uuid NOT NULL,
	"check_in_date" date NOT NULL,
	"check_out_date" date NOT NULL,
	"number_of_guests" integer NOT NULL,
	"guest_name" text NOT NULL,
	"guest_email" text NOT NULL,
	"guest_phone" text,
	"requests" text,
	"quote" jsonb NOT NULL,
	"state" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "properties"."stay_payment" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"provider" text NOT NULL,
	"provider_ref" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"refunded_amount" numeric(10, 2) DEFAULT 0 NOT NULL,
	"paid_on" date NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "properties"."stay_refund" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"booking_id" uuid NOT NULL,
	"payment_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"refunded_on" date NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE INDEX "booking_by_time" ON "properties"."booking" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "booking_by_check_in" ON "properties"."booking" USING btree ("landlord_id","check_in_date","id");--> statement-breakpoint
CREATE INDEX "booking_by_rental" ON "properties"."booking" USING btree ("landlord_id","rental_id","check_in_date","id");--> statement-breakpoint
CREATE INDEX "booking_by_property" ON "properties"."booking" USING btree ("landlord_id","property_id","check_in_date");--> statement-breakpoint
CREATE INDEX "booking_counts" ON "properties"."booking" USING btree ("landlord_id","status","booking_source","rental_id","check_in_date","check_out_date","total_amount","net_revenue");--> statement-breakpoint
CREATE UNIQUE INDEX "booking_of_channel" ON "properties"."booking" USING btree ("landlord_id","rental_id","booking_source","external_booking_id") WHERE external_booking_id is not null and status <> 'cancelled';--> statement-breakpoint
CREATE INDEX "booking_unanswered" ON "properties"."booking" USING btree ("answer_by") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "booking_night_by_date" ON "properties"."booking_night" USING btree ("landlord_id","date","rental_id","price","booking_id");--> statement-breakpoint
CREATE INDEX "guest_link_by_booking" ON "properties"."guest_link" USING btree ("landlord_id","booking_id");--> statement-breakpoint
CREATE INDEX "guest_link_by_token" ON "properties"."guest_link" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "stay_change_by_record" ON "properties"."stay_change" USING btree ("landlord_id","record_id","at","id");--> statement-breakpoint
CREATE INDEX "rental_by_time" ON "properties"."rental" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "rental_by_name" ON "properties"."rental" USING btree ("landlord_id",lower(listing_name),"id");--> statement-breakpoint
CREATE INDEX "rental_by_property" ON "properties"."rental" USING btree ("landlord_id","property_id","created_at","id");--> statement-breakpoint
CREATE UNIQUE INDEX "rental_of_unit" ON "properties"."rental" USING btree ("landlord_id","unit_id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "rental_by_code" ON "properties"."rental" USING btree ("public_code");--> statement-breakpoint
CREATE INDEX "stay_hold_by_time" ON "properties"."stay_hold" USING btree ("landlord_id","created_at");--> statement-breakpoint
CREATE INDEX "stay_hold_open" ON "properties"."stay_hold" USING btree ("expires_at") WHERE state = 'open';--> statement-breakpoint
CREATE UNIQUE INDEX "stay_payment_once" ON "properties"."stay_payment" USING btree ("landlord_id","provider","provider_ref");--> statement-breakpoint
CREATE INDEX "stay_payment_by_booking" ON "properties"."stay_payment" USING btree ("landlord_id","booking_id","created_at");--> statement-breakpoint
CREATE INDEX "stay_refund_by_booking" ON "properties"."stay_refund" USING btree ("landlord_id","booking_id","created_at");