import { Ellipsis, Mail, ReceiptText, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Link } from 'react-router-dom'
import { useListRefundsQuery } from '~/api/credits.ts'
import {
  ownStatementUrl,
  statementUrl,
  useGetLedgerQuery,
  useSendStatementMutation,
  useTenantLedgerQuery,
} from '~/api/ledgers.ts'
import { receiptUrl } from '~/api/receipts.ts'
import { saveFile } from '~/components/session-file.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { date } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import type { Entry } from './ledger-columns.tsx'
import { asked, LedgerCard, type Span } from './ledger-frame.tsx'

// Loaded when one is opened: not a part of the tenant's page.
const LedgerDialogs = lazy(async () => ({ default: (await import('./ledger-dialogs.tsx')).LedgerDialogs }))

/** What can be opened from a ledger. */
export type Opened =
  | { dialog: 'receipt'; id: string }
  | { dialog: 'refund'; refund: Refund }
  | { dialog: 'credit' | 'payOut' | 'order' }

type Refund = NonNullable<ReturnType<typeof useListRefundsQuery>['data']>[number]

/** A tenant's ledger, for the landlord. */
export function TenantLedgerCard({ tenantId }: { tenantId: string }) {
  const [span, setSpan] = useState<Span>({})
  const [opened, setOpened] = useState<Opened | null>(null)
  /** The shared account that the tenant left, if its whole ledger is shown. */
  const [accountId, setAccountId] = useState<string | null>(null)
  const whose = accountId === null ? { id: tenantId } : { id: accountId, isAccount: true }
  const answer = useGetLedgerQuery({ ...whose, ...asked(span) })
  const ledger = answer.currentData
  const hasRefund = ledger?.entries.some(({ kind }) => kind === 'deposit_refund' || kind === 'credit_refund') ?? false
  const { currentData: refunds = [] } = useListRefundsQuery({ id: tenantId }, { skip: !hasRefund })
  const [send, { isLoading }] = useSendStatementMutation()
  const sendStatement = async () => {
    try {
      const { to } = await send({ id: tenantId }).unwrap()
      toast({ variant: 'success', title: 'Statement sent', description: `To ${to}.` })
    } catch (error) {
      toastError('The statement was not sent', error)
    }
  }
  const more = ({ kind, id, description, on }: Entry) => {
    const of = `${description}, ${date(on)}`
    if (kind === 'receipt' || kind === 'credit' || kind === 'reversal')
      return (
        <IconButton label={`Open: ${of}`} className="-my-1.5" onClick={() => setOpened({ dialog: 'receipt', id })}>
          <ReceiptText aria-hidden />
        </IconButton>
      )
    const refund = refunds.find((one) => one.id === id && one.undoneOn === null)
    if (!refund) return null
    return (
      <IconButton label={`Undo: ${of}`} className="-my-1.5" onClick={() => setOpened({ dialog: 'refund', refund })}>
        <Undo2 aria-hidden />
      </IconButton>
    )
  }
  return (
    <>
      <LedgerCard
        answer={answer}
        span={span}
        onSpan={setSpan}
        file={statementUrl(accountId ?? tenantId)}
        search={accountId === null ? {} : { isAccount: 'true' }}
        more={more}
        actions={
          <>
            <Button
              size="sm"
              variant="ghost"
              aria-label="Send statement to tenant"
              icon={<Mail aria-hidden />}
              loading={isLoading}
              onClick={() => void sendStatement()}
            >
              Send
            </Button>
            <Button asChild size="sm" variant="secondary">
              <Link to={paths.recordPayment(tenantId)}>Record payment</Link>
            </Button>
            <Menu
              trigger={
                <IconButton label="More for this ledger">
                  <Ellipsis aria-hidden />
                </IconButton>
              }
            >
              {ledger?.left && (
                <MenuItem onSelect={() => setAccountId(ledger.tenantId)}>Show the whole shared account</MenuItem>
              )}
              {accountId !== null && (
                <MenuItem onSelect={() => setAccountId(null)}>Show only until this tenant left</MenuItem>
              )}
              <MenuItem onSelect={() => setOpened({ dialog: 'credit' })}>Give credit…</MenuItem>
              <MenuItem onSelect={() => setOpened({ dialog: 'order' })}>Payment order…</MenuItem>
              {ledger && ledger.credit > 0 && (
                <MenuItem onSelect={() => setOpened({ dialog: 'payOut' })}>Pay credit out…</MenuItem>
              )}
            </Menu>
          </>
        }
      />
      {opened && ledger && (
        <Suspense>
          <LedgerDialogs opened={opened} ledger={ledger} onClose={() => setOpened(null)} />
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
  const more = ({ kind, id, description, on }: Entry) =>
    kind === 'receipt' ? (
      <IconButton
        label={`Receipt (PDF): ${description}, ${date(on)}`}
        className="-my-1.5"
        onClick={() => void saveFile(receiptUrl(id))}
      >
        <ReceiptText aria-hidden />
      </IconButton>
    ) : null
  return <LedgerCard answer={answer} span={span} onSpan={setSpan} file={ownStatementUrl()} more={more} />
}
