import { PiggyBank } from 'lucide-react'
import { useState } from 'react'
import { useDepositTotalsQuery, useListDepositsInfiniteQuery } from '~/api/deposits.ts'
import { PagedCard } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { DataTable, type Column } from '~/components/ui/data-table.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { Toolbar } from '~/components/ui/toolbar.tsx'
import { Formula, Why } from '~/components/ui/why.tsx'
import { money, plural } from '~/lib/format.ts'
import { heldFormula } from '../words.ts'
import { type Deposit, RefundDialog, ApplyDialog } from './deposit-dialogs.tsx'

/** Deposits by tenancy: money that is held and has to be returned. */
export function Deposits({ tenantId, propertyId }: { tenantId: string | undefined; propertyId: string | undefined }) {
  const list = useListDepositsInfiniteQuery({
    limit: 50,
    ...(tenantId ? { tenantId } : {}),
    ...(propertyId ? { propertyId } : {}),
  })
  const totals = useDepositTotalsQuery()
  const [open, setOpen] = useState<{ deposit: Deposit; action: 'refund' | 'apply' } | null>(null)
  const columns: Column<Deposit>[] = [
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
      cell: (deposit) => (
        <span className="inline-flex items-center gap-1.5">
          <span className="font-medium">{money(deposit.held)}</span>
          <Why of={`deposit of ${deposit.tenantName}`}>
            <Formula title="Deposit held" formula={heldFormula(deposit)} />
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
              {plural(totals.data.tenancies, 'tenancy', 'tenancies')}. It is owed back and doesn’t count as revenue
              until it is applied.
            </>
          ) : (
            'Deposits are owed back and don’t count as revenue until they are applied.'
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
                description="Record a payment of type Security deposit. It is held here until it is returned."
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
