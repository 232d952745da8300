import {
  dateInWords,
  fillPlaceholders,
  landlordPlaceholders,
  placeholdersIn,
  recipientPlaceholders,
} from '@keyhold/contracts/messaging/notification-words'
import { fullName } from '@keyhold/kit/lib/names'
import type { notification } from '../../schema/notifications.ts'
import { dueDateOn } from './recurrence.ts'

type Texts = Pick<typeof notification.$inferSelect, 'title' | 'message'>
type Dates = Pick<typeof notification.$inferSelect, 'dueDate' | 'effectiveDate' | 'isRecurring' | 'notificationType'>

export interface Addressee {
  firstName: string
  lastName: string
  propertyName: string | null
  leaseEndDate: string | null
}

/** A notification's texts as one recipient gets them on a day. */
export function fillFor(texts: Texts & Dates, recipient: Addressee, day: string): Texts {
  const due = dueDateOf(texts, recipient, day)
  const values = {
    TENANT_NAME: fullName(recipient),
    PROPERTY_NAME: recipient.propertyName ?? 'your home',
    DUE_DATE: due ? dateInWords(due) : undefined,
    EFFECTIVE_DATE: texts.effectiveDate ? dateInWords(texts.effectiveDate) : undefined,
  }
  return { title: fillPlaceholders(texts.title, values), message: fillPlaceholders(texts.message, values) }
}

function dueDateOf({ dueDate, isRecurring, notificationType }: Dates, { leaseEndDate }: Addressee, day: string) {
  if (dueDate) return isRecurring ? dueDateOn(dueDate, day) : dueDate
  return notificationType === 'lease_renewal' ? leaseEndDate : null
}

/** Why a notification cannot be sent as it is written; by field. */
export function unfilled({
  title,
  message,
  dueDate,
  effectiveDate,
}: Texts & Dates): { path: string; message: string }[] {
  return Object.entries({ title, message }).flatMap(([path, text]) =>
    placeholdersIn(text).flatMap((name) => {
      const said = objectionTo(name, { dueDate, effectiveDate })
      return said ? [{ path: said.path ?? path, message: said.message }] : []
    }),
  )
}

function objectionTo(name: string, dates: Pick<Dates, 'dueDate' | 'effectiveDate'>) {
  const needs = (path: string, what: string) => ({
    path,
    message: `Choose ${what}, or remove [${name}] from the text.`,
  })
  if (name === 'DUE_DATE' && !dates.dueDate) return needs('dueDate', 'a due date')
  if (name === 'EFFECTIVE_DATE' && !dates.effectiveDate) return needs('effectiveDate', 'an effective date')
  if ((landlordPlaceholders as readonly string[]).includes(name))
    return { path: undefined, message: `Replace [${name}] with your own words.` }
  if ((recipientPlaceholders as readonly string[]).includes(name)) return null
  return { path: undefined, message: `[${name}] is not a placeholder that is filled in.` }
}
