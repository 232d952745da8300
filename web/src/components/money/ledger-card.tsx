import { Undo2 } from 'lucide-react'
import { lazy, Suspense, useMemo, useState } from 'react'
import { ownStatementUrl, statementUrl, useGetLedgerQuery, useTenantLedgerQuery } from '~/api/ledgers.ts'
import { IconButton } from '~/components/ui/button.tsx'
import { date } from '~/lib/format.ts'
import { LedgerCard, asked, type Span } from './ledger-frame.tsx'
import { receiptsWithoutCharge } from './receipts-without-charge.ts'
import type { Entry } from './ledger-columns.tsx'

// Not a part of the tenant's page.
const ReverseReceiptsDialog = lazy(async () => ({
  default: (await import('./reverse-dialog.tsx')).ReverseReceiptsDialog,
}))

/** A tenant's ledger, for the landlord. */
export function TenantLedgerCard({ tenantId }: { tenantId: string }) {
  const [span, setSpan] = useState<Span>({})
  const [reversing, setReversing] = useState<{ paymentId: string; receipts: readonly Entry[] } | null>(null)
  const answer = useGetLedgerQuery({ id: tenantId, ...asked(span) })
  const reversible = useMemo(() => receiptsWithoutCharge(answer.currentData?.entries ?? []), [answer.currentData])
  const more = ({ kind, id, paymentId, description, on }: Entry) => {
    const receipts = kind === 'receipt' && paymentId !== null ? reversible.get(paymentId) : undefined
    if (paymentId === null || !receipts?.some((one) => one.id === id)) return null
    return (
      <IconButton
        label={`Reverse: ${description}, ${date(on)}`}
        className="-my-1.5"
        onClick={() => setReversing({ paymentId, receipts })}
      >
        <Undo2 aria-hidden />
      </IconButton>
    )
  }
  return (
    <>
      <LedgerCard answer={answer} span={span} onSpan={setSpan} file={statementUrl(tenantId)} more={more} />
      {reversing && (
        <Suspense>
          <ReverseReceiptsDialog {...reversing} onClose={() => setReversing(null)} />
        </Suspense>
      )}
    </>
  )
}

/** One's own ledger, for the tenant. */
export function OwnLedgerCard() {
  const [span, setSpan] = useState<Span>({})
  const answer = useTenantLedgerQuery(asked(span))
  if (answer.data === null) return null
  return <LedgerCard answer={answer} span={span} onSpan={setSpan} file={ownStatementUrl()} />
}
