ALTER TABLE "tenancy"."tenant" DROP CONSTRAINT "tenant_lease_ends_after_start";--> statement-breakpoint
DROP INDEX "tenancy"."tenant_by_property";--> statement-breakpoint
ALTER TABLE "tenancy"."tenant" DROP COLUMN "property_id";--> statement-breakpoint
ALTER TABLE "tenancy"."tenant" DROP COLUMN "lease_start_date";--> statement-breakpoint
ALTER TABLE "tenancy"."tenant" DROP COLUMN "lease_end_date";--> statement-breakpoint
ALTER TABLE "tenancy"."tenant" DROP COLUMN "monthly_rent";--> statement-breakpoint
ALTER TABLE "tenancy"."tenant" DROP COLUMN "security_deposit";--> statement-breakpoint
CREATE VIEW "tenancy"."tenancy_record" WITH (security_invoker = true) AS
	SELECT y."id", y."landlord_id", y."property_id", p."name" AS "property_name", p."time_zone", y."unit_id",
		-- A property's first unit stays unseen until there is a second.
		CASE WHEN y."unit_id" <> y."property_id" THEN (SELECT u."name" FROM "tenancy"."unit" u WHERE u."landlord_id" = y."landlord_id" AND u."unit_id" = y."unit_id")
			WHEN EXISTS (SELECT FROM "tenancy"."unit" u
				WHERE u."landlord_id" = y."landlord_id" AND u."property_id" = y."property_id" AND u."unit_id" <> y."property_id" AND NOT u."is_deleted")
			THEN coalesce((SELECT u."name" FROM "tenancy"."unit" u WHERE u."landlord_id" = y."landlord_id" AND u."unit_id" = y."unit_id"), 'Unit 1') END AS "unit_name",
		y."account_id", y."start_date", y."end_date", y."term_kind", y."monthly_rent", y."rent_steps", y."security_deposit", y."billing", y."moved_out_on", y."is_void",
		y."created_at", y."updated_at",
		coalesce((SELECT jsonb_agg(jsonb_build_object('tenantId', m."tenant_id", 'firstName', t."first_name", 'lastName', t."last_name", 'joinedOn', m."joined_on", 'leftOn', m."left_on")
				ORDER BY m."joined_on" NULLS FIRST, t."created_at", t."id")
			FROM "tenancy"."member" m JOIN "tenancy"."tenant" t ON t."id" = m."tenant_id" AND t."landlord_id" = m."landlord_id"
			WHERE m."landlord_id" = y."landlord_id" AND m."tenancy_id" = y."id"), '[]'::jsonb) AS "tenants"
	FROM "tenancy"."tenancy" y LEFT JOIN "tenancy"."property" p ON p."landlord_id" = y."landlord_id" AND p."property_id" = y."property_id";--> statement-breakpoint
CREATE VIEW "tenancy"."tenant_record" WITH (security_invoker = true) AS
	SELECT t."id", t."landlord_id", t."first_name", t."last_name", t."email", t."phone", t."date_of_birth", t."emergency_contact_name", t."emergency_contact_phone",
		t."employer_name", t."monthly_income", t."is_active", t."registered_with_login", t."deleted_at" AS "archived_at", t."created_at", t."updated_at", t."sort_name", t."search_text",
		t."tenancy_id", y."property_id", y."property_name", y."unit_id", y."unit_name", coalesce(y."account_id", t."id") AS "account_id",
		y."start_date" AS "lease_start_date", y."end_date" AS "lease_end_date", y."monthly_rent", y."security_deposit",
		coalesce((SELECT jsonb_agg(jsonb_build_object('tenantId', o."id", 'name', o."first_name" || ' ' || o."last_name") ORDER BY o."created_at", o."id")
			FROM "tenancy"."tenant" o
			WHERE o."landlord_id" = t."landlord_id" AND o."tenancy_id" = t."tenancy_id" AND o."is_active" AND o."id" <> t."id"), '[]'::jsonb) AS "co_tenants",
		(SELECT max(i."expires_at") FROM "tenancy"."invitation" i
			WHERE i."landlord_id" = t."landlord_id" AND i."tenant_id" = t."id" AND i."status" = 'pending') AS "invited_until"
	FROM "tenancy"."tenant" t LEFT JOIN "tenancy"."tenancy_record" y ON y."landlord_id" = t."landlord_id" AND y."id" = t."tenancy_id";
