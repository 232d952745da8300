CREATE SCHEMA "payments";
--> statement-breakpoint
CREATE TABLE "payments"."allocation" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"receipt_id" uuid NOT NULL,
	"charge_id" uuid NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "allocation_landlord_id_id_pk" PRIMARY KEY("landlord_id","id"),
	CONSTRAINT "allocation_amount" CHECK ("payments"."allocation"."amount" <> 0)
);
--> statement-breakpoint
CREATE TABLE "payments"."charge" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"property_id" uuid,
	"type" text NOT NULL,
	"method" text NOT NULL,
	"amount" numeric(10, 2) NOT NULL,
	"due_date" date NOT NULL,
	"notes" text,
	"source" text NOT NULL,
	"period" text,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "charge_landlord_id_id_pk" PRIMARY KEY("landlord_id","id"),
	CONSTRAINT "charge_amount" CHECK ("payments"."charge"."amount" > 0),
	CONSTRAINT "charge_source" CHECK (("payments"."charge"."source" = 'rent_plan') = ("payments"."charge"."period" is not null))
);
--> statement-breakpoint
CREATE TABLE "payments"."property" (
	"landlord_id" uuid NOT NULL,
	"property_id" uuid NOT NULL,
	"name" text NOT NULL,
	"time_zone" text NOT NULL,
	CONSTRAINT "property_landlord_id_property_id_pk" PRIMARY KEY("landlord_id","property_id")
);
--> statement-breakpoint
CREATE TABLE "payments"."receipt" (
	"id" uuid DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"charge_id" uuid,
	"amount" numeric(10, 2) NOT NULL,
	"method" text NOT NULL,
	"received_on" date NOT NULL,
	"confirmation_number" text,
	"reported_by" text NOT NULL,
	"recorded_by" uuid NOT NULL,
	"reported_at" timestamp(3) with time zone NOT NULL,
	"verified_at" timestamp(3) with time zone,
	"verified_by" uuid,
	"verification_method" text,
	"verification_notes" text,
	CONSTRAINT "receipt_landlord_id_id_pk" PRIMARY KEY("landlord_id","id"),
	CONSTRAINT "receipt_amount" CHECK ("payments"."receipt"."amount" > 0),
	CONSTRAINT "receipt_verified" CHECK (("payments"."receipt"."verified_at" is null) = ("payments"."receipt"."verified_by" is null) and ("payments"."receipt"."verified_at" is null) = ("payments"."receipt"."verification_method" is null))
);
--> statement-breakpoint
CREATE TABLE "payments"."rent_plan" (
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"monthly_rent" numeric(10, 2) NOT NULL,
	"starts_on" date NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "rent_plan_landlord_id_tenant_id_pk" PRIMARY KEY("landlord_id","tenant_id")
);
--> statement-breakpoint
CREATE TABLE "payments"."reversal" (
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"receipt_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"reversed_at" timestamp(3) with time zone NOT NULL,
	"reversed_by" uuid NOT NULL,
	CONSTRAINT "reversal_landlord_id_receipt_id_pk" PRIMARY KEY("landlord_id","receipt_id")
);
--> statement-breakpoint
CREATE TABLE "payments"."tenant" (
	"landlord_id" uuid NOT NULL,
	"tenant_id" uuid NOT NULL,
	"name" text NOT NULL,
	"property_id" uuid,
	"active" boolean NOT NULL,
	CONSTRAINT "tenant_landlord_id_tenant_id_pk" PRIMARY KEY("landlord_id","tenant_id")
);
--> statement-breakpoint
ALTER TABLE "payments"."allocation" ADD CONSTRAINT "allocation_landlord_id_receipt_id_receipt_landlord_id_id_fk" FOREIGN KEY ("landlord_id","receipt_id") REFERENCES "payments"."receipt"("landlord_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."allocation" ADD CONSTRAINT "allocation_landlord_id_charge_id_charge_landlord_id_id_fk" FOREIGN KEY ("landlord_id","charge_id") REFERENCES "payments"."charge"("landlord_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD CONSTRAINT "charge_landlord_id_tenant_id_tenant_landlord_id_tenant_id_fk" FOREIGN KEY ("landlord_id","tenant_id") REFERENCES "payments"."tenant"("landlord_id","tenant_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."receipt" ADD CONSTRAINT "receipt_landlord_id_charge_id_charge_landlord_id_id_fk" FOREIGN KEY ("landlord_id","charge_id") REFERENCES "payments"."charge"("landlord_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments"."reversal" ADD CONSTRAINT "reversal_landlord_id_receipt_id_receipt_landlord_id_id_fk" FOREIGN KEY ("landlord_id","receipt_id") REFERENCES "payments"."receipt"("landlord_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "allocation_by_charge" ON "payments"."allocation" USING btree ("landlord_id","charge_id","receipt_id","amount","tenant_id");--> statement-breakpoint
CREATE INDEX "allocation_by_receipt" ON "payments"."allocation" USING btree ("landlord_id","receipt_id");--> statement-breakpoint
CREATE INDEX "charge_by_due" ON "payments"."charge" USING btree ("landlord_id","due_date","id","tenant_id");--> statement-breakpoint
CREATE INDEX "charge_by_tenant" ON "payments"."charge" USING btree ("landlord_id","tenant_id","due_date","id");--> statement-breakpoint
CREATE INDEX "charge_by_property" ON "payments"."charge" USING btree ("landlord_id","property_id","due_date","id","tenant_id");--> statement-breakpoint
CREATE UNIQUE INDEX "charge_planned_once" ON "payments"."charge" USING btree ("landlord_id","tenant_id","period") WHERE "payments"."charge"."source" = 'rent_plan';--> statement-breakpoint
CREATE INDEX "receipt_by_charge" ON "payments"."receipt" USING btree ("landlord_id","charge_id");--> statement-breakpoint
CREATE INDEX "receipt_by_tenant" ON "payments"."receipt" USING btree ("landlord_id","tenant_id");--> statement-breakpoint
CREATE INDEX "receipt_by_day" ON "payments"."receipt" USING btree ("landlord_id","received_on");--> statement-breakpoint
CREATE INDEX "receipt_awaiting" ON "payments"."receipt" USING btree ("landlord_id","charge_id") WHERE "payments"."receipt"."reported_by" = 'tenant' and "payments"."receipt"."verified_at" is null;