import type { ReminderRule } from '@keyhold/contracts/messaging/reminder-rules'
import { triggerFacts } from '@keyhold/contracts/messaging/reminder-triggers'
import type { z } from '@keyhold/contracts/zod'

export type Rule = z.output<typeof ReminderRule>

/** What makes a rule speak, in words. */
export const conditionOf = ({ trigger, days }: Pick<Rule, 'trigger' | 'days'>): string => {
  const { label, days: counted } = triggerFacts[trigger]
  return counted === null
    ? label
    : `${label}: ${days === 1 ? '1 day' : `${days} days`} ${counted.replace(/^days /, '')}`
}
