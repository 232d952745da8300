import { previewTenantNotification } from '@keyhold/contracts/messaging/notifications'
import { channelsOf } from '@keyhold/contracts/messaging/notification-words'
import { fullName } from '@keyhold/kit/lib/names'
import { serve } from '@keyhold/kit/http/serve'
import { asc, eq, sql } from 'drizzle-orm'
import { fillFor } from '../../domain/notifications/fill.ts'
import { isRecipient } from '../../domain/notifications/plan.ts'
import { knowLandlord } from '../../projections/directory.ts'
import { property, tenant } from '../../schema/directory.ts'
import { plannedFrom } from '../../domain/notifications/form.ts'

/** What one recipient would get. Placeholders that cannot be filled in are refused, as when it is sent. */
export const notificationPreviewRoutes = [
  serve(previewTenantNotification, async ({ actor, body, db, clock, ...tools }) => {
    await knowLandlord(actor.landlordId, { db, clock, ...tools })
    return db.transaction(actor, async (tx) => {
      const { values, plan, recipients } = await plannedFrom(tx, actor.landlordId, body, clock.now())
      const target = {
        landlordId: actor.landlordId,
        toTenantId: values.toTenantId ?? null,
        propertyId: values.propertyId ?? null,
      }
      const [first] = await tx
        .select({
          tenantId: tenant.tenantId,
          firstName: tenant.firstName,
          lastName: tenant.lastName,
          leaseEndDate: tenant.leaseEndDate,
          propertyName: property.name,
        })
        .from(tenant)
        .leftJoin(property, eq(property.propertyId, tenant.propertyId))
        .where(isRecipient(target))
        .orderBy(asc(tenant.lastName), asc(tenant.firstName), asc(tenant.tenantId))
        .limit(1)
      const [missing] = await tx
        .select({ phone: sql<number>`count(*) filter (where ${tenant.phone} is null)::int` })
        .from(tenant)
        .where(isRecipient(target))
      const dates = { dueDate: values.dueDate ?? null, effectiveDate: values.effectiveDate ?? null }
      const texts = { title: body.title, message: body.message, notificationType: body.notificationType, ...dates }
      const filled = first && fillFor({ ...texts, isRecurring: values.isRecurring ?? false }, first, plan.occurrence)
      return {
        recipients,
        sample: first && filled ? { tenantId: first.tenantId, name: fullName(first), ...filled } : null,
        withoutPhone: channelsOf[body.deliveryMethod].includes('sms') ? (missing?.phone ?? 0) : 0,
        firstSendAt: plan.scheduledFor?.toISOString() ?? null,
      }
    })
  }),
]
