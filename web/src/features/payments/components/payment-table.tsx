import type { Payment } from '@keyhold/contracts/payments/payments'
import { BadgeCheck, Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'
import { chargeWords, withoutMoneyWords } from '~/components/money/words.ts'
import { WhyPayment } from '~/components/money/why-payment.tsx'
import { saveFile } from '~/components/session-file.ts'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { date, money, relativeDate } from '~/lib/format.ts'
import { canBeWrittenOff, labelOf } from '../words.ts'

export type PaymentAction = 'details' | 'quick' | 'detailed' | 'record' | 'edit' | 'writeOff' | 'cancel'

/** The payments. Every row offers the actions that its state allows. */
export function PaymentTable({
  payments,
  loading,
  empty,
  onAction,
}: {
  payments: Payment[]
  loading: boolean
  empty: ReactNode
  onAction: (action: PaymentAction, payment: Payment) => void
}) {
  const columns: Column<Payment>[] = [
    {
      key: 'tenant',
      header: 'Tenant',
      cell: (payment) => (
        <div className="grid">
          <button
            type="button"
            aria-label={`${payment.tenantName}: details of ${chargeWords(payment)}`}
            onClick={() => onAction('details', payment)}
            className="justify-self-start text-left font-medium underline-offset-4 hover:underline"
          >
            {payment.tenantName}
          </button>
          <span className="text-sm text-muted">
            {whatFor(payment)}
            {payment.propertyName && ` · ${payment.propertyName}`}
            {payment.unitName && `, ${payment.unitName}`}
          </span>
        </div>
      ),
    },
    {
      key: 'due',
      header: 'Due',
      cell: (payment) => (
        <div className="grid whitespace-nowrap">
          <span className="figures">{date(payment.dueDate)}</span>
          {payment.status !== 'paid' && (
            <span className={payment.isOverdue ? 'text-sm text-danger' : 'text-sm text-muted'}>
              {relativeDate(payment.dueDate)}
            </span>
          )}
        </div>
      ),
    },
    {
      key: 'amount',
      header: 'Amount',
      align: 'right',
      cell: (payment) => (
        <div className="grid whitespace-nowrap">
          <span className="inline-flex items-center justify-end gap-1.5">
            <span className="font-medium">{money(payment.amount)}</span>
            <WhyPayment
              id={payment.id}
              of={`${labelOf(payment.paymentType)} of ${payment.tenantName}, due ${date(payment.dueDate)}`}
            />
          </span>
          {payment.status === 'partial' && <span className="text-sm text-muted">{money(payment.balance)} open</span>}
        </div>
      ),
    },
    {
      key: 'method',
      tablet: 'hidden',
      header: 'Method',
      phone: 'hidden',
      cell: (payment) => <span className="text-muted">{methodOf(payment)}</span>,
    },
    { key: 'status', header: 'Status', cell: (payment) => <Standing payment={payment} /> },
    {
      key: 'actions',
      header: 'Actions',
      phone: 'actions',
      cell: (payment) => <RowActions payment={payment} onAction={onAction} />,
    },
  ]
  return (
    <DataTable
      caption="Payments"
      columns={columns}
      rows={payments}
      rowKey={(payment) => payment.id}
      loading={loading}
      empty={empty}
    />
  )
}

/** A rent by the month of its due date; other charges by their description. */
const whatFor = ({ paymentType, description }: Payment) =>
  paymentType === 'rent' ? labelOf(paymentType) : (description ?? labelOf(paymentType))

function Standing({ payment }: { payment: Payment }) {
  const awaiting = payment.reported.reduce((sum, report) => sum + report.amount, 0)
  const withoutMoney = withoutMoneyWords(payment)
  return (
    <div className="flex flex-wrap items-center gap-1.5 phone:justify-end">
      <StatusBadge status={payment.status} />
      {withoutMoney && <Badge tone="neutral">{withoutMoney}</Badge>}
      {payment.isOverdue && payment.status === 'partial' && <StatusBadge status="overdue" />}
      {payment.status === 'paid' && payment.verificationStatus === 'verified' && (
        <Badge tone="pine" icon={<BadgeCheck aria-hidden />}>
          Verified
        </Badge>
      )}
      {payment.reported.length > 0 && <Badge tone="info">{money(awaiting)} awaiting confirmation</Badge>}
    </div>
  )
}

function RowActions({
  payment,
  onAction,
}: {
  payment: Payment
  onAction: (action: PaymentAction, payment: Payment) => void
}) {
  const canVerify = payment.status !== 'paid' || payment.reported.length > 0
  // Can be edited or cancelled while no money was received on it.
  const canEdit = payment.amountPaid === 0 && payment.amountCredited === 0 && payment.reported.length === 0
  return (
    <div className="flex items-center gap-2 md:justify-end">
      {canVerify && (
        <Button
          size="sm"
          variant={payment.reported.length ? 'primary' : 'secondary'}
          onClick={() => onAction('quick', payment)}
        >
          Verify
        </Button>
      )}
      <Menu
        align="end"
        trigger={
          <IconButton label={`More for ${payment.tenantName}, ${date(payment.dueDate)}`}>
            <Ellipsis aria-hidden />
          </IconButton>
        }
      >
        <MenuItem onSelect={() => onAction('details', payment)}>Details and history…</MenuItem>
        {payment.balance > 0 && (
          <MenuItem onSelect={() => onAction('record', payment)}>Record payment of this tenant…</MenuItem>
        )}
        {canVerify && <MenuItem onSelect={() => onAction('detailed', payment)}>Verify with details…</MenuItem>}
        {payment.receiptUrl && (
          <MenuItem onSelect={() => void saveFile(payment.receiptUrl ?? '')}>Receipt (PDF)</MenuItem>
        )}
        {canEdit && <MenuItem onSelect={() => onAction('edit', payment)}>Edit…</MenuItem>}
        {canBeWrittenOff(payment) && <MenuItem onSelect={() => onAction('writeOff', payment)}>Write off…</MenuItem>}
        {canEdit && (
          <MenuItem destructive onSelect={() => onAction('cancel', payment)}>
            Cancel this charge…
          </MenuItem>
        )}
      </Menu>
    </div>
  )
}

/** How it was paid; empty while nothing is received. */
const methodOf = ({ amountPaid, paymentMethod }: Payment): string =>
  amountPaid > 0 && paymentMethod ? labelOf(paymentMethod) : ''
