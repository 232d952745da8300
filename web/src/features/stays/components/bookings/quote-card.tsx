import type { BookingSource } from '@keyhold/contracts/properties/stays/stay-values'
import { TriangleAlert } from 'lucide-react'
import { useQuoteStayQuery } from '~/api/calendar.ts'
import { FreeDates } from '~/components/stays/free-dates.tsx'
import { MoneyLine, MoneyLines } from '~/components/stays/money-lines.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { Callout, ErrorState } from '~/components/ui/states.tsx'
import { date, money } from '~/lib/format.ts'
import { useDebounced } from '~/lib/use-debounced.ts'

export interface Stay {
  rentalId: string
  checkInDate: string
  checkOutDate: string
  numberOfGuests: number
  bookingSource: BookingSource
}

/** What a stay costs by the listing's prices, every line and night, and what stands in its way. */
export function QuoteCard({
  stay,
  onChoose,
}: {
  /** Null while something is missing. */
  stay: Stay | null
  onChoose: (from: string, until: string | null) => void
}) {
  const asked = useDebounced(stay ? JSON.stringify(stay) : '', 300)
  const settled = asked ? (JSON.parse(asked) as Stay) : null
  const { rentalId = '', ...dates } = settled ?? {}
  const {
    currentData: quote,
    error,
    isFetching,
    refetch,
  } = useQuoteStayQuery({ id: rentalId, checkInDate: '', checkOutDate: '', ...dates }, { skip: !settled })
  if (!stay) return <p className="text-muted">Choose a listing and dates to see what the stay costs.</p>
  if (error && !isFetching && !quote) return <ErrorState compact error={error} onRetry={() => void refetch()} />
  if (!quote)
    return (
      <Card aria-busy className="grid gap-2">
        <output className="sr-only">Computing the price</output>
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-5 w-full" />
      </Card>
    )
  const taken = quote.problems.find(({ code }) => code === 'dates-taken')
  const others = quote.problems.filter(({ code }) => code !== 'dates-taken')
  return (
    <div className="grid gap-3" aria-live="polite">
      {taken && (
        <FreeDates
          sentence={taken.message}
          offers={quote.nearest.map(({ checkInDate, checkOutDate }) => ({ from: checkInDate, until: checkOutDate }))}
          onChoose={onChoose}
        />
      )}
      {others.map(({ code, message, isBinding }) => (
        <Callout
          key={code}
          tone={isBinding ? 'danger' : 'warning'}
          icon={<TriangleAlert aria-hidden />}
          title={message}
        >
          {!isBinding && 'Guests who book themselves could not. You can.'}
        </Callout>
      ))}
      <Card>
        <MoneyLines lines={quote.lines} total={quote.totalAmount}>
          {quote.platformFee > 0 && (
            <>
              <MoneyLine label="Platform fee" value={`−${money(quote.platformFee)}`} muted />
              <MoneyLine label="You receive" value={money(quote.netRevenue)} strong />
            </>
          )}
        </MoneyLines>
        <details className="mt-3 border-t border-line pt-3">
          <summary className="rounded-sm text-sm font-medium text-pine">Price of each night</summary>
          <ul className="mt-2 grid gap-2">
            {quote.nights.map((night) => (
              <li key={night.date} className="flex items-baseline justify-between gap-4 text-sm">
                <span className="min-w-0">
                  {date(night.date)} <span className="block text-muted">{night.explanation}</span>
                </span>
                <span className="figures">{money(night.price)}</span>
              </li>
            ))}
          </ul>
        </details>
      </Card>
    </div>
  )
}
