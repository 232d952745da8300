import { useState } from 'react'
import { useExplainPriceQuery } from '~/api/calendar.ts'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { Field } from '~/components/ui/field.tsx'
import { NativeSelect } from '~/components/ui/native-select.tsx'
import { date as dateWords, money, plural } from '~/lib/format.ts'
import { datesFrom } from '~/lib/nights.ts'

/** How the price of a night came about, factor by factor, and its minimum stay. */
export function PriceWhy({ rentalId, from, nights }: { rentalId: string; from: string; nights: number }) {
  const [chosen, setChosen] = useState(from)
  const { currentData, error, refetch } = useExplainPriceQuery({ id: rentalId, date: chosen })
  const options = datesFrom(from, nights).map((value) => ({ value, label: dateWords(value) }))
  return (
    <section aria-label="Why this price" className="grid gap-3 rounded-lg border border-line p-4">
      <h3 className="font-semibold tracking-tight">Why this price?</h3>
      {nights > 1 && (
        <Field label="Night">
          {(bound) => (
            <NativeSelect
              {...bound}
              value={chosen}
              options={options}
              onChange={({ target }) => setChosen(target.value)}
            />
          )}
        </Field>
      )}
      {currentData ? (
        <>
          <ol className="grid gap-1.5">
            {currentData.factors.map(({ factor, text, price }, index) => (
              <li key={`${factor} ${index}`} className="flex items-baseline justify-between gap-4">
                <span className="min-w-0 break-words">{text}</span>
                <span className="figures text-muted">{money(price)}</span>
              </li>
            ))}
            <li className="flex items-baseline justify-between gap-4 border-t border-line pt-1.5 font-semibold">
              Price of the night <span className="figures">{money(currentData.price)}</span>
            </li>
          </ol>
          <p className="text-sm text-muted">
            Minimum stay {plural(currentData.minimumStay, 'night')}: {currentData.minimumStayText}
          </p>
        </>
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-16" />
      )}
    </section>
  )
}
