import type { TurnoverTrigger } from '@keyhold/contracts/properties/stays/task-values'
import { plural } from '~/lib/format.ts'

export const triggerOptions: { value: TurnoverTrigger; label: string }[] = [
  { value: 'after_check_out', label: 'After check-out' },
  { value: 'before_check_in', label: 'Before check-in' },
  { value: 'every_n_days', label: 'Every so many days' },
  { value: 'inspection', label: 'Inspection after long stays' },
]

interface Rule {
  trigger: TurnoverTrigger
  every: number | null
  offsetDays: number
}

/** When a rule's tasks are due. */
export function ruleWords({ trigger, every, offsetDays }: Rule): string {
  const after = offsetDays === 0 ? 'on the day of check-out' : `${plural(offsetDays, 'day')} after check-out`
  switch (trigger) {
    case 'after_check_out':
      return after
    case 'before_check_in':
      return offsetDays === 0 ? 'on the day of check-in' : `${plural(offsetDays, 'day')} before check-in`
    case 'every_n_days':
      return `every ${plural(every ?? 1, 'day')}, while the home is empty`
    case 'inspection':
      return `${after}, after stays of at least ${plural(every ?? 1, 'night')}`
  }
}
