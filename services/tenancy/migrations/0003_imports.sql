CREATE TABLE "tenancy"."tenant_import" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7() NOT NULL,
	"landlord_id" uuid NOT NULL,
	"file_name" text NOT NULL,
	"status" text NOT NULL,
	"total" integer NOT NULL,
	"unknown_columns" jsonb NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp(3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp(3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tenancy"."tenant_import_row" (
	"landlord_id" uuid NOT NULL,
	"import_id" uuid NOT NULL,
	"line" integer NOT NULL,
	"fields" jsonb NOT NULL,
	"status" text NOT NULL,
	"issues" jsonb NOT NULL,
	"form" jsonb,
	"made_tenant_id" uuid,
	CONSTRAINT "tenant_import_row_landlord_id_import_id_line_pk" PRIMARY KEY("landlord_id","import_id","line")
);
--> statement-breakpoint
CREATE INDEX "tenant_import_newest" ON "tenancy"."tenant_import" USING btree ("landlord_id","created_at","id");--> statement-breakpoint
CREATE INDEX "tenant_import_under_way" ON "tenancy"."tenant_import" USING btree ("updated_at") WHERE status in ('checking', 'running', 'undoing');--> statement-breakpoint
CREATE INDEX "tenant_import_row_by_status" ON "tenancy"."tenant_import_row" USING btree ("landlord_id","import_id","status","line");