import type { LateFee } from '@keyhold/contracts/payments/late-fees'
import { date, money, number, plural } from '~/lib/format.ts'

export const feeTitles: Record<LateFee['kind'], string> = { late: 'Late fee', returned_payment: 'Returned payment fee' }

type Basis = LateFee['basis']

/** What the fee was computed from: the rule, the days of grace and the base. */
export function inputsOf({ inputs }: Basis): { label: string; value: string }[] {
  const text = (name: string) => String(inputs[name])
  if (inputs.returnedOn !== undefined)
    return [
      { label: 'Rule', value: `${money(Number(inputs.rate))} for each returned payment` },
      { label: 'Payment', value: `${money(Number(inputs.received))}, received ${date(text('receivedOn'))}` },
      { label: 'Returned', value: date(text('returnedOn')) },
    ]
  const fee = inputs.kind === 'percent' ? `${number(Number(inputs.rate))}%` : money(Number(inputs.rate))
  return [
    { label: 'Rule', value: `${fee}, ${inputs.frequency === 'daily' ? 'for each late day' : 'once'}` },
    { label: 'Due', value: date(text('dueDate')) },
    {
      label: 'Days of grace',
      value: `${plural(Number(inputs.graceDays), 'day')}, until ${date(text('lastDayOfGrace'))}`,
    },
    { label: 'Open after grace', value: money(Number(inputs.openAtEndOfGrace)) },
    ...(inputs.cap === null ? [] : [{ label: 'At most', value: money(Number(inputs.cap)) }]),
    ...(Number(inputs.earlierFees) > 0 ? [{ label: 'Charged before', value: money(Number(inputs.earlierFees)) }] : []),
  ]
}
