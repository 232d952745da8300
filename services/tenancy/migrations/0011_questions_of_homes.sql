-- What a row of an import leaves open, and the answers of the landlord.
ALTER TABLE "tenancy"."tenant_import_row" ADD COLUMN "questions" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "tenancy"."tenant_import_row" ADD COLUMN "answers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "tenant_import_row_by_tenant" ON "tenancy"."tenant_import_row" USING btree ("landlord_id","made_tenant_id") WHERE made_tenant_id is not null;
