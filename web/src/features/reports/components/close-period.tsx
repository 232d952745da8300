import { useState } from 'react'
import { useClosePeriodMutation, useListClosedPeriodsQuery } from '~/api/books.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input } from '~/components/ui/input.tsx'
import { date, dayOf, today } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { lastMonthEnd } from '../words.ts'

/** Closes the books through a day, after saying what that means. */
export function ClosePeriod() {
  const { data: periods } = useListClosedPeriodsQuery()
  const [close, { isLoading }] = useClosePeriodMutation()
  const [through, setThrough] = useState(() => lastMonthEnd(today()))
  const confirm = useConfirm()
  const [last] = periods ?? []
  const isClosed = last !== undefined && through <= last.through
  const submit = async () => {
    const goAhead = await confirm({
      title: `Close the books through ${date(through)}?`,
      description:
        'Figures for this period will no longer change. Later entries and corrections are booked on the first day after it and note the day they belong to. Closed books can’t be reopened.',
      confirmLabel: 'Close the books',
      destructive: true,
    })
    if (!goAhead) return
    try {
      await close({ through }).unwrap()
      toast({ variant: 'success', title: `The books are closed through ${date(through)}` })
    } catch (error) {
      toastError('Failed to close the books', error)
    }
  }
  return (
    <SectionCard
      title="Close the books"
      description={last ? `Closed through ${date(last.through)}.` : 'No period is closed.'}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Field
          label="Through"
          hint="A past day, usually the end of a month or year."
          {...(isClosed ? { error: 'The books are already closed through a later day' } : {})}
        >
          {(control) => (
            <Input
              {...control}
              type="date"
              required
              value={through}
              max={today()}
              onChange={({ target }) => setThrough(target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="secondary" loading={isLoading} disabled={isClosed || through === ''}>
          Close the books
        </Button>
      </form>
      {periods && periods.length > 1 && (
        <ul className="mt-4 grid gap-1 text-sm text-muted">
          {periods.slice(0, 12).map((period) => (
            <li key={period.through}>
              Through {date(period.through)}, closed on {dayOf(period.closedAt)}
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}
