import type { Payment } from '@keyhold/contracts/payments/payments'
import { Plus, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { totalOf } from '~/api/client/calls-of.ts'
import { isApiError } from '~/api/client/problem.ts'
import { useListLateFeesInfiniteQuery } from '~/api/late-fees.ts'
import { useGetPaymentQuery, useListPaymentsInfiniteQuery } from '~/api/payments.ts'
import { ReversePaymentDialog } from '~/components/money/reverse-dialog.tsx'
import { PagedCard } from '~/components/paged-list.tsx'
import { Scope } from '~/components/scope.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { TabPanel, Tabs } from '~/components/ui/tabs.tsx'
import { FilterChips, SearchInput, Toolbar, ToolbarSelect } from '~/components/ui/toolbar.tsx'
import { useDebounced } from '~/lib/use-debounced.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { CancelDialog } from '../components/cancel-dialog.tsx'
import { Deposits } from '../components/deposits.tsx'
import { LateFees } from '../components/late-fees.tsx'
import { PaymentDialog } from '../components/payment-dialog.tsx'
import { PaymentTable, type PaymentAction } from '../components/payment-table.tsx'
import { Recurring } from '../components/recurring.tsx'
import { SummaryCards } from '../components/summary-cards.tsx'
import { VerifyDialog } from '../components/verify-dialog.tsx'

const statusChips = [
  { value: '', label: 'All' },
  { value: 'overdue', label: 'Overdue' },
  { value: 'pending', label: 'Pending' },
  { value: 'partial', label: 'Partial' },
  { value: 'paid', label: 'Paid' },
] as const

const orders = [
  { value: 'due', label: 'Earliest due first' },
  { value: 'newest', label: 'Latest due first' },
] as const

const views = [
  { value: 'payments', label: 'Payments' },
  { value: 'late-fees', label: 'Late fees' },
  { value: 'recurring', label: 'Recurring' },
  { value: 'deposits', label: 'Deposits' },
] as const
type View = (typeof views)[number]['value']

type Status = (typeof statusChips)[number]['value']
type Order = (typeof orders)[number]['value']

/** `/payments?view=…&tenant=…&propertyId=…&status=…&verify=…`: payments, late fees, recurring charges and deposits. */
export function Component() {
  const [params] = useSearchParams()
  const tenantId = params.get('tenant') ?? undefined
  const propertyId = params.get('propertyId') ?? undefined
  // A new instance for each tenant or property, so that no row of the former is shown under the new name.
  return <Ledger key={`${tenantId} ${propertyId}`} tenantId={tenantId} propertyId={propertyId} />
}

interface ScopeProps {
  tenantId: string | undefined
  propertyId: string | undefined
}

function Ledger({ tenantId, propertyId }: ScopeProps) {
  const [status, setStatus] = useSearchState('status')
  const [q, setQ] = useSearchState('q')
  const [sort, setSort] = useSearchState('sort', 'due')
  const [viewGiven, setView] = useSearchState('view', 'payments')
  const view: View = views.find(({ value }) => value === viewGiven)?.value ?? 'payments'
  const search = useDebounced(q, 250)
  const filter = {
    ...(status ? { status: status as Exclude<Status, ''> } : {}),
    ...(search ? { q: search } : {}),
    ...(tenantId ? { tenantId } : {}),
    ...(propertyId ? { propertyId } : {}),
  }
  const list = useListPaymentsInfiniteQuery({ ...filter, sort: sort as Order, limit: 25 })
  const [open, setOpen] = useState<{ action: PaymentAction | 'record'; payment?: Payment } | null>(null)
  const proposed = totalOf(useListLateFeesInfiniteQuery({ status: 'proposed', limit: 1 }).data)
  const close = () => setOpen(null)
  const isFiltered = Boolean(status || search || tenantId || propertyId)

  return (
    <>
      <PageHeader
        description="What is owed, what came in, and what still has to be confirmed."
        actions={
          <Button icon={<Plus aria-hidden />} onClick={() => setOpen({ action: 'record' })}>
            Record Payment
          </Button>
        }
      />
      <Scope of="payments" tenantId={tenantId} propertyId={propertyId} />
      <Tabs
        label="Payments"
        value={view}
        onValueChange={setView}
        tabs={views.map((tab) => (tab.value === 'late-fees' && proposed ? { ...tab, count: proposed } : tab))}
      >
        <TabPanel value="payments">
          <SummaryCards filter={filter} />
          <Toolbar end={<ToolbarSelect label="Order" value={sort as Order} onChange={setSort} options={orders} />}>
            <SearchInput label="Search payments" placeholder="Tenant, property or note" value={q} onChange={setQ} />
            <FilterChips label="Status" value={status as Status} onChange={setStatus} options={statusChips} />
          </Toolbar>
          <PagedCard list={list}>
            {(payments, loading) => (
              <PaymentTable
                payments={payments}
                loading={loading}
                onAction={(action, payment) => setOpen({ action, payment })}
                empty={<Empty isFiltered={isFiltered} onRecord={() => setOpen({ action: 'record' })} />}
              />
            )}
          </PagedCard>
        </TabPanel>
        <TabPanel value="late-fees">
          <LateFees tenantId={tenantId} />
        </TabPanel>
        <TabPanel value="recurring">
          <Recurring tenantId={tenantId} />
        </TabPanel>
        <TabPanel value="deposits">
          <Deposits tenantId={tenantId} propertyId={propertyId} />
        </TabPanel>
      </Tabs>
      <LinkedVerification />
      {open?.action === 'record' && <PaymentDialog onClose={close} {...(tenantId ? { tenantId } : {})} />}
      {open?.action === 'edit' && <PaymentDialog payment={open.payment} onClose={close} />}
      {open?.payment && (open.action === 'quick' || open.action === 'detailed') && (
        <VerifyDialog payment={open.payment} method={open.action === 'quick' ? 'manual' : 'detailed'} onClose={close} />
      )}
      {open?.payment && open.action === 'reverse' && <ReversePaymentDialog payment={open.payment} onClose={close} />}
      {open?.payment && open.action === 'cancel' && <CancelDialog payment={open.payment} onClose={close} />}
    </>
  )
}

/** A link to `?verify=<payment>` opens the form that confirms it. */
function LinkedVerification() {
  const [id, setId] = useSearchState('verify')
  const { currentData, error } = useGetPaymentQuery({ id }, { skip: id === '' })
  if (id === '' || (isApiError(error) && error.status === 404) || !currentData) return null
  return <VerifyDialog payment={currentData} method="manual" onClose={() => setId('')} />
}

function Empty({ isFiltered, onRecord }: { isFiltered: boolean; onRecord: () => void }) {
  if (isFiltered)
    return (
      <EmptyState
        compact
        icon={<Wallet aria-hidden />}
        title="No payments match"
        description="Try another status or search."
      />
    )
  return (
    <EmptyState
      icon={<Wallet aria-hidden />}
      title="No payments yet"
      description="A tenant with a monthly rent and a lease start gets twelve rents automatically. Anything else is recorded here."
      action={<Button onClick={onRecord}>Record Payment</Button>}
    />
  )
}
