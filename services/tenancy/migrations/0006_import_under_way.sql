-- No import was ever in the state that the index named besides.
DROP INDEX "tenancy"."tenant_import_under_way";--> statement-breakpoint
CREATE INDEX "tenant_import_under_way" ON "tenancy"."tenant_import" USING btree ("updated_at") WHERE status in ('running', 'undoing');
