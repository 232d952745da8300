import type { CatchUp } from '@keyhold/contracts/payments/rent-changes'
import { useLazyPreviewCatchUpQuery, usePostCatchUpMutation } from '~/api/rent-changes.ts'
import { type Question, useConfirm } from '~/components/ui/confirm.tsx'
import { date, money } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

interface Change {
  tenancyId: string
  from: string
  monthlyRent: number
}

/** After a rent was changed: proposes to charge or credit the difference for the rents that are due or paid ahead, with its formula. */
export function useCatchUp() {
  const [preview] = useLazyPreviewCatchUpQuery()
  const [post] = usePostCatchUpMutation()
  const confirm = useConfirm()
  return async ({ tenancyId: id, from, monthlyRent }: Change): Promise<void> => {
    try {
      const catchUp = await preview({ id, from, monthlyRent }).unwrap()
      const { amount, lines } = catchUp
      if (lines.length === 0 || !(await confirm(questionOf(catchUp)))) return
      await post({ id, from, monthlyRent, amount }).unwrap()
      toast({ variant: 'success', title: amount < 0 ? `${money(-amount)} credited` : `${money(amount)} charged` })
    } catch (error) {
      toastError('The new rent was saved, but earlier charges were not adjusted', error)
    }
  }
}

type Lines = CatchUp['lines']

function questionOf({ amount, formula, dueDate, lines }: CatchUp): Question {
  const isCredit = amount < 0
  const due = lines.filter(({ isPaidAhead }) => !isPaidAhead)
  const ahead = lines.filter(({ isPaidAhead }) => isPaidAhead)
  const parts = [
    ...(due.length > 0 ? [`Rents for ${span(due)} have already been charged at the old rent.`] : []),
    ...(ahead.length > 0 ? [`Rents for ${span(ahead)} have been paid ahead at the old rent.`] : []),
  ]
  const days = [...(due.length > 0 ? [dueDate] : []), ...(ahead[0] ? [ahead[0].dueDate] : [])].map(date)
  const effect = isCredit
    ? 'They will be reduced, and any overpayment becomes credit.'
    : `You can charge the difference now, due ${days.join(' and ')}.`
  return {
    title: isCredit ? `Credit the ${money(-amount)} difference?` : `Charge the ${money(amount)} difference?`,
    description: `${parts.join(' ')} ${formula}. ${effect}`,
    confirmLabel: isCredit ? 'Credit it' : 'Charge it',
    cancelLabel: 'Leave as is',
  }
}

const span = (lines: Lines) => `${date(lines[0]!.from)} to ${date(lines.at(-1)!.to)}`
