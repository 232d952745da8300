ALTER TABLE "payments"."charge" ADD COLUMN "covers_from" date;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD COLUMN "covers_to" date;--> statement-breakpoint
-- What was posted before: the days that its formula names, else the month that it was due in, counted from the start of its rule.
ALTER TABLE "payments"."charge" DISABLE TRIGGER USER;--> statement-breakpoint
UPDATE "payments"."charge" c SET
  covers_from = coalesce((c.basis->'inputs'->>'from')::date, (m.starts_on + m.n * interval '1 month')::date),
  covers_to = coalesce((c.basis->'inputs'->>'to')::date, (m.starts_on + (m.n + 1) * interval '1 month')::date - 1)
  FROM (
    SELECT o.landlord_id, o.id, r.starts_on,
      (extract(year from p.month) - extract(year from r.starts_on)) * 12 + extract(month from p.month) - extract(month from r.starts_on) AS n
    FROM "payments"."charge" o JOIN "payments"."rule" r ON r.landlord_id = o.landlord_id AND r.id = o.rule_id
    CROSS JOIN LATERAL (SELECT to_date(o.period, 'YYYY-MM') AS month) p
  ) m
  WHERE m.landlord_id = c.landlord_id AND m.id = c.id;--> statement-breakpoint
-- Whose rule is gone: from its due date on.
UPDATE "payments"."charge" SET covers_from = due_date, covers_to = (due_date + interval '1 month')::date - 1 WHERE period IS NOT NULL AND covers_from IS NULL;--> statement-breakpoint
ALTER TABLE "payments"."charge" ENABLE TRIGGER USER;--> statement-breakpoint
ALTER TABLE "payments"."charge" ADD CONSTRAINT "charge_covers" CHECK (("payments"."charge"."period" is null) = ("payments"."charge"."covers_from" is null) and ("payments"."charge"."covers_from" is null) = ("payments"."charge"."covers_to" is null));