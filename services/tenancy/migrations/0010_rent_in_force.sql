-- The rent in force follows from the steps and the date at the property.
CREATE OR REPLACE VIEW "tenancy"."tenant_record" WITH (security_invoker = true) AS
	SELECT t."id", t."landlord_id", t."first_name", t."last_name", t."email", t."phone", t."date_of_birth", t."emergency_contact_name", t."emergency_contact_phone",
		t."employer_name", t."monthly_income", t."is_active", t."registered_with_login", t."deleted_at" AS "archived_at", t."created_at", t."updated_at", t."sort_name", t."search_text",
		t."tenancy_id", y."property_id", y."property_name", y."unit_id", y."unit_name", coalesce(y."account_id", t."id") AS "account_id",
		y."start_date" AS "lease_start_date", y."end_date" AS "lease_end_date", y."monthly_rent", y."security_deposit",
		coalesce((SELECT jsonb_agg(jsonb_build_object('tenantId', o."id", 'name', o."first_name" || ' ' || o."last_name") ORDER BY o."created_at", o."id")
			FROM "tenancy"."tenant" o
			WHERE o."landlord_id" = t."landlord_id" AND o."tenancy_id" = t."tenancy_id" AND o."is_active" AND o."id" <> t."id"), '[]'::jsonb) AS "co_tenants",
		(SELECT max(i."expires_at") FROM "tenancy"."invitation" i
			WHERE i."landlord_id" = t."landlord_id" AND i."tenant_id" = t."id" AND i."status" = 'pending') AS "invited_until",
		y."rent_steps", y."time_zone"
	FROM "tenancy"."tenant" t LEFT JOIN "tenancy"."tenancy_record" y ON y."landlord_id" = t."landlord_id" AND y."id" = t."tenancy_id";
