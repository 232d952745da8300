CREATE TABLE "copies"."renter" (
  "landlord_id" uuid NOT NULL,
  "tenant_id" uuid NOT NULL,
  "name" text NOT NULL,
  "email" text,
  "account" text NOT NULL,
  "is_deleted" boolean NOT NULL,
  "as_of" timestamp(3) with time zone NOT NULL,
  PRIMARY KEY ("landlord_id", "tenant_id")
);
