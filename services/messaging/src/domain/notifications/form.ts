import type { TenantNotificationForm } from '@keyhold/contracts/messaging/notifications'
import type { z } from '@keyhold/contracts/zod'
import type { Tx } from '@keyhold/kit/database/database'
import { notFound, Refusal } from '@keyhold/kit/http/problem'
import { addDays } from '@keyhold/kit/lib/dates'
import { and, eq } from 'drizzle-orm'
import { scheduleDaysAhead } from '../../limits.ts'
import { unfilled } from './fill.ts'
import { countRecipients, type Plan, planOf } from './plan.ts'
import { property, tenant } from '../../schema/directory.ts'
import type { notification } from '../../schema/notifications.ts'

type Form = z.output<typeof TenantNotificationForm>
type Values = Omit<typeof notification.$inferInsert, 'occurrence'> & { occurrence: string }

/** The fields that a form sets, whoever the recipients are. What does not apply to its type is left out. */
export function fieldsOf(landlordId: string, form: Form) {
  const isRecurring = form.isRecurring && form.notificationType === 'rent_reminder'
  const recurringType = isRecurring ? (form.recurringType ?? ('monthly' as const)) : null
  const hasDates = form.useDueDate !== false
  return {
    landlordId,
    title: form.title,
    message: form.message,
    toTenantId: form.tenantId ?? null,
    propertyId: form.propertyId ?? null,
    notificationType: form.notificationType,
    deliveryMethod: form.deliveryMethod,
    dueDate: hasDates ? (form.dueDate ?? null) : null,
    effectiveDate: hasDates ? (form.effectiveDate ?? null) : null,
    isRecurring,
    recurringType,
    recurringDay: recurringType === 'monthly' ? (form.recurringDay ?? 1) : null,
  }
}

/**
 * What a form means for the landlord's tenants now: the record, and when it is sent.
 * @throws Refusal 404 for a tenant or property of others, 400 for placeholders that cannot be filled in or a time that is over
 */
export async function plannedFrom(
  tx: Tx,
  landlordId: string,
  form: Form,
  now: Date,
): Promise<{ values: Values; plan: Plan; recipients: number }> {
  const fields = fieldsOf(landlordId, form)
  await assertOwn(tx, fields)
  const issues = unfilled(fields)
  if (issues[0]) throw new Refusal('invalid-input', issues[0].message, { issues })
  const { zones, recipients } = await countRecipients(tx, fields)
  const { recurringType, recurringDay } = fields
  const timing = {
    scheduledFor: form.useScheduling === false ? null : (form.scheduledFor ?? null),
    recurrence: recurringType ? { recurringType, recurringDay } : null,
  }
  if (timing.scheduledFor !== null && timing.scheduledFor > addDays(now.toISOString().slice(0, 10), scheduleDaysAhead))
    refuseTime(`Choose a time within ${scheduleDaysAhead / 365} years.`)
  const plan = planOf(timing, zones, now) ?? refuseTime('Choose a time in the future.')
  const { occurrence, scheduledLocal, nextSendDate } = plan
  const scheduledFor = plan.scheduledFor?.toISOString() ?? null
  return { values: { ...fields, occurrence, scheduledFor, scheduledLocal, nextSendDate, recipients }, plan, recipients }
}

async function assertOwn(tx: Tx, { landlordId, toTenantId, propertyId }: ReturnType<typeof fieldsOf>): Promise<void> {
  const ofTenant = and(eq(tenant.tenantId, toTenantId ?? ''), eq(tenant.landlordId, landlordId))
  if (toTenantId && (await tx.$count(tenant, ofTenant)) === 0) notFound('Tenant')
  const ofProperty = and(eq(property.propertyId, propertyId ?? ''), eq(property.landlordId, landlordId))
  if (propertyId && (await tx.$count(property, ofProperty)) === 0) notFound('Property')
}

function refuseTime(message: string): never {
  throw new Refusal('invalid-input', message, { issues: [{ path: 'scheduledFor', message }] })
}
