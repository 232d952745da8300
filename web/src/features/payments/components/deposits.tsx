import { applyDeposit, type DepositBalance, refundDeposit } from '@keyhold/contracts/payments/deposits'
import type { z } from '@keyhold/contracts/zod'
import { PiggyBank } from 'lucide-react'
import { useState } from 'react'
import {
  useApplyDepositMutation,
  useDepositTotalsQuery,
  useListDepositsInfiniteQuery,
  useRefundDepositMutation,
} from '~/api/deposits.ts'
import { useGetLedgerQuery } from '~/api/ledgers.ts'
import { DateField, MoneyField, TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { Toolbar } from '~/components/ui/toolbar.tsx'
import { Formula, Why } from '~/components/ui/why.tsx'
import { money, plural, today } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { methodOptions } from '../words.ts'

type Standing = z.output<typeof DepositBalance>

/** Deposits by tenancy: money that is held, and owed back. */
export function Deposits({ tenantId, propertyId }: { tenantId: string | undefined; propertyId: string | undefined }) {
  const list = useListDepositsInfiniteQuery({
    limit: 50,
    ...(tenantId ? { tenantId } : {}),
    ...(propertyId ? { propertyId } : {}),
  })
  const totals = useDepositTotalsQuery()
  const [open, setOpen] = useState<{ deposit: Standing; action: 'refund' | 'apply' } | null>(null)
  const columns: Column<Standing>[] = [
    {
      key: 'tenant',
      header: 'Tenant',
      cell: ({ tenantName, propertyName, isActive }) => (
        <div className="grid">
          <span className="font-medium">{tenantName}</span>
          <span className="text-sm font-normal text-muted">
            {[propertyName, isActive ? '' : 'moved out'].filter(Boolean).join(' · ')}
          </span>
        </div>
      ),
    },
    { key: 'charged', header: 'Charged', align: 'right', tablet: 'hidden', cell: ({ charged }) => money(charged) },
    { key: 'received', header: 'Received', align: 'right', cell: ({ received }) => money(received) },
    { key: 'refunded', header: 'Refunded', align: 'right', cell: ({ refunded }) => money(refunded) },
    { key: 'applied', header: 'Applied', align: 'right', cell: ({ applied }) => money(applied) },
    {
      key: 'held',
      header: 'Held',
      align: 'right',
      cell: ({ held, received, refunded, applied, tenantName }) => (
        <span className="inline-flex items-center gap-1.5">
          <span className="font-medium">{money(held)}</span>
          <Why of={`deposit of ${tenantName}`}>
            <Formula
              title="Deposit held"
              formula={`${money(received)} received − ${money(refunded)} refunded − ${money(applied)} applied = ${money(held)}`}
            />
          </Why>
        </span>
      ),
    },
    {
      key: 'actions',
      header: 'Actions',
      phone: 'actions',
      cell: (deposit) =>
        deposit.held > 0 && (
          <div className="flex gap-2 md:justify-end">
            <Button size="sm" variant="secondary" onClick={() => setOpen({ deposit, action: 'refund' })}>
              Refund…
            </Button>
            <Button size="sm" variant="secondary" onClick={() => setOpen({ deposit, action: 'apply' })}>
              Apply…
            </Button>
          </div>
        ),
    },
  ]
  return (
    <>
      <Toolbar>
        <p className="text-muted">
          {totals.data ? (
            <>
              <strong className="figures font-medium text-ink">{money(totals.data.held)}</strong> held for{' '}
              {plural(totals.data.tenancies, 'tenancy', 'tenancies')}. It is owed back, and no revenue until it is
              applied.
            </>
          ) : (
            'Deposits are owed back, and no revenue until they are applied.'
          )}
        </p>
      </Toolbar>
      <PagedCard list={list}>
        {(deposits, loading) => (
          <DataTable
            caption="Deposits"
            columns={columns}
            rows={deposits}
            rowKey={({ tenantId: id }) => id}
            loading={loading}
            empty={
              <EmptyState
                compact
                icon={<PiggyBank aria-hidden />}
                title="No deposits"
                description="Record a payment of the type Security deposit, and it is kept here until it is given back."
              />
            }
          />
        )}
      </PagedCard>
      {open?.action === 'refund' && <RefundDialog deposit={open.deposit} onClose={() => setOpen(null)} />}
      {open?.action === 'apply' && <ApplyDialog deposit={open.deposit} onClose={() => setOpen(null)} />}
    </>
  )
}

function RefundDialog({ deposit, onClose }: { deposit: Standing; onClose: () => void }) {
  const [refund, { isLoading }] = useRefundDepositMutation()
  const form = useZodForm(refundDeposit.body, {
    defaultValues: { amount: deposit.held, paymentMethod: 'check', paidOn: today(), notes: '' },
  })
  const submit = async (values: ReturnType<typeof refundDeposit.body.parse>) => {
    try {
      await refund({ id: deposit.tenantId, ...values }).unwrap()
      toast({
        variant: 'success',
        title: 'Deposit refunded',
        description: `${money(values.amount)} to ${deposit.tenantName} is in the books.`,
      })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to refund the deposit', error)
    }
  }
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Refund deposit"
      description={`${deposit.tenantName} · ${money(deposit.held)} held`}
    >
      <Form form={form} onSubmit={submit} className="flex-1">
        <MoneyField control={form.control} name="amount" label="Amount given back" required />
        <SelectField control={form.control} name="paymentMethod" label="Method" options={methodOptions} />
        <DateField control={form.control} name="paidOn" label="Paid on" />
        <TextareaField control={form.control} name="notes" label="Notes" rows={2} optional />
        <FormFooter submit="Record refund" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** The form waits for what is due: the deposit can't pay more than that. */
function ApplyDialog({ deposit, onClose }: { deposit: Standing; onClose: () => void }) {
  const {
    currentData: ledger,
    error,
    refetch,
  } = useGetLedgerQuery({ id: deposit.tenantId }, { refetchOnMountOrArgChange: true })
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Apply deposit"
      description={[deposit.tenantName, `${money(deposit.held)} held`, ledger && `${money(ledger.due)} due`]
        .filter(Boolean)
        .join(' · ')}
    >
      {ledger ? (
        <ApplyForm deposit={deposit} due={ledger.due} onClose={onClose} />
      ) : error ? (
        <ErrorState compact error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton className="h-48 w-full" />
      )}
    </Dialog>
  )
}

function ApplyForm({ deposit, due, onClose }: { deposit: Standing; due: number; onClose: () => void }) {
  const [apply, { isLoading }] = useApplyDepositMutation()
  const form = useZodForm(applyDeposit.body, {
    defaultValues: { amount: Math.min(deposit.held, due) || '', reason: '' },
  })
  const submit = async (values: ReturnType<typeof applyDeposit.body.parse>) => {
    try {
      await apply({ id: deposit.tenantId, ...values }).unwrap()
      toast({ variant: 'success', title: 'Deposit applied', description: 'It pays what is due, the oldest first.' })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to apply the deposit', error)
    }
  }
  return (
    <Form form={form} onSubmit={submit} className="flex-1">
      <p>The deposit pays what is due, rents first and the oldest of them first. What is applied becomes revenue.</p>
      <MoneyField control={form.control} name="amount" label="Amount to apply" required />
      <TextareaField
        control={form.control}
        name="reason"
        label="Reason"
        hint="Your tenant can read it."
        rows={3}
        required
      />
      <FormFooter submit="Apply deposit" loading={isLoading} onCancel={onClose} />
    </Form>
  )
}
