import type { RequestProgressed } from '@keyhold/contracts/maintenance/request-snapshots'
import { pages } from '@keyhold/contracts/pages'
import type { z } from '@keyhold/contracts/zod'
import { visitWords } from '@keyhold/kit/lib/visit-words'
import { moneyText, toCents } from '@keyhold/kit/lib/money'
import type { Letter } from './letters.ts'

type Step = z.output<typeof RequestProgressed.data>

/** A day and the hours of a visit, as a mail says them. */
export const visitText = ({
  scheduledDate,
  scheduledFrom,
  scheduledTo,
}: Pick<Step, 'scheduledDate' | 'scheduledFrom' | 'scheduledTo'>): string =>
  scheduledDate === null ? '' : visitWords(scheduledDate, scheduledFrom, scheduledTo)

const happened: Record<Step['what'], (step: Step) => string> = {
  note: () => 'has written about',
  begun: () => 'has begun',
  waiting: () => 'waits with',
  resumed: () => 'goes on with',
  scheduled: (step) => `has taken the time ${visitText(step)} for`,
  unscheduled: () => 'has cancelled the visit for',
  completed: () => 'has completed',
  cancelled: () => 'has cancelled',
  reopened: () => 'has opened again',
  rated: ({ rating }) => `has given ${rating} of 5 for`,
  'visits-offered': () => 'has offered times for',
  'visits-proposed': () => 'has proposed times for',
  'work-order-accepted': () => 'has accepted the work order for',
  'work-order-declined': () => 'has declined the work order for',
  question: () => 'has a question about',
  photos: () => 'has added a photo to',
  bill: ({ amount }) => `has sent an invoice over ${moneyText(toCents(amount ?? 0))} for`,
  'work-done': () => 'has marked as done:',
}

/** To a landlord, about what the tenant or the vendor did. */
export function progressLetter(step: Step): Letter {
  const who = step.by === 'vendor' ? (step.author ?? 'Your vendor') : 'Your tenant'
  return {
    subject: `${step.title}: ${who} ${happened[step.what](step)} it`.replace(/: it$/, ''),
    paragraphs: [`${who} ${happened[step.what](step)} “${step.title}”.`, ...(step.note ? [step.note] : [])],
    link: { label: 'See the request', page: pages.maintenanceRequest(step.requestId) },
  }
}

const toTenant: Partial<Record<Step['what'], (step: Step) => { subject: string; text: string }>> = {
  note: ({ title }) => ({ subject: `A message about “${title}”`, text: 'Your landlord has written to you:' }),
  begun: ({ title }) => ({ subject: `Work on “${title}” has begun`, text: 'The work on your request has begun.' }),
  waiting: ({ title }) => ({ subject: `“${title}” is waiting`, text: 'The work on your request has to wait:' }),
  resumed: ({ title }) => ({ subject: `Work on “${title}” goes on`, text: 'The work on your request goes on.' }),
  scheduled: (step) => ({
    subject: `“${step.title}” is scheduled for ${visitText(step)}`,
    text: `The work on your request is scheduled for ${visitText(step)}.`,
  }),
  unscheduled: ({ title }) => ({
    subject: `The visit for “${title}” is cancelled`,
    text: 'The day of the visit does not hold any more. You will hear of another one.',
  }),
  completed: ({ title }) => ({
    subject: `“${title}” is done`,
    text: 'Your request was completed. You can rate the work, and open the request again within 30 days.',
  }),
  cancelled: ({ title }) => ({
    subject: `“${title}” was cancelled`,
    text: 'Your landlord has cancelled your request.',
  }),
  reopened: ({ title }) => ({
    subject: `“${title}” is open again`,
    text: 'Your landlord has opened your request again.',
  }),
  'visits-offered': ({ title }) => ({
    subject: `Choose a time for “${title}”`,
    text: 'Your landlord offers times for a visit. Pick one, or propose others.',
  }),
  'visits-proposed': ({ title }) => ({
    subject: `Choose a time for “${title}”`,
    text: 'A time for the work was proposed. Pick it, or propose others.',
  }),
}

/** To a tenant, about what the landlord or the vendor did. */
export function tenantProgressLetter(step: Step): Letter {
  const { subject, text } = (toTenant[step.what] ?? toTenant.note!)(step)
  return {
    subject,
    paragraphs: [text, ...(step.note ? [step.note] : [])],
    link: { label: 'See the request', page: pages.tenantRequest(step.requestId) },
  }
}
