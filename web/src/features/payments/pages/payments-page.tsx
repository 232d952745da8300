import type { Payment } from '@keyhold/contracts/payments/payments'
import { Plus, Wallet } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { totalOf } from '~/api/client/calls-of.ts'
import { isApiError } from '~/api/client/problem.ts'
import { useListLateFeesInfiniteQuery } from '~/api/late-fees.ts'
import { useGetPaymentQuery, useListPaymentsInfiniteQuery } from '~/api/payments.ts'
import { WriteOffDialog } from '~/components/money/write-off-dialog.tsx'
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
import { PaymentDetails } from '../components/payment-details.tsx'
import { EditDialog } from '../components/payment-dialog.tsx'
import { PaymentTable, type PaymentAction } from '../components/payment-table.tsx'
import { RecordDialog } from '../components/record-dialog.tsx'
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
  { value: 'work', label: 'Needs attention first' },
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

/** `/payments?view=…&tenant=…&propertyId=…&status=…&verify=…&payment=…&record=1`: payments, late fees, recurring charges and deposits. */
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
  const [sort, setSort] = useSearchState('sort', 'work')
  const [viewGiven, setView] = useSearchState('view', 'payments')
  const view: View = views.find(({ value }) => value === viewGiven)?.value ?? 'payments'
  const search = useDebounced(q, 250)
  // The cards sum all payments of the tenant or property, whatever the list shows of them.
  const scope = { ...(tenantId ? { tenantId } : {}), ...(propertyId ? { propertyId } : {}) }
  const filter = {
    ...scope,
    ...(status ? { status: status as Exclude<Status, ''> } : {}),
    ...(search ? { q: search } : {}),
  }
  const list = useListPaymentsInfiniteQuery({ ...filter, sort: sort as Order, limit: 25 })
  const [open, setOpen] = useState<{ action: PaymentAction; payment?: Payment } | null>(null)
  const proposed = totalOf(useListLateFeesInfiniteQuery({ status: 'proposed', limit: 1 }).data)
  const close = () => setOpen(null)
  const isFiltered = Boolean(status || search || tenantId || propertyId)

  return (
    <>
      <PageHeader
        description="What is owed, what has been received, and what still needs confirmation."
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
          <SummaryCards scope={scope} />
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
      <LinkedPayment />
      <LinkedRecord tenantId={tenantId} />
      {open && <Opened {...open} tenantId={tenantId} onClose={close} />}
    </>
  )
}

/** What was asked for in the list. */
function Opened({
  action,
  payment,
  tenantId,
  onClose,
}: {
  action: PaymentAction
  payment?: Payment
  tenantId: string | undefined
  onClose: () => void
}) {
  if (action === 'record') return <RecordDialog tenantId={payment?.tenantId ?? tenantId} onClose={onClose} />
  if (!payment) return null
  switch (action) {
    case 'details':
      return <PaymentDetails id={payment.id} onClose={onClose} />
    case 'edit':
      return <EditDialog payment={payment} onClose={onClose} />
    case 'quick':
    case 'detailed':
      return <VerifyDialog payment={payment} method={action === 'quick' ? 'manual' : 'detailed'} onClose={onClose} />
    case 'writeOff':
      return <WriteOffDialog payment={payment} onClose={onClose} />
    case 'cancel':
      return <CancelDialog payment={payment} onClose={onClose} />
  }
}

/** A link to `?payment=<payment>` opens it. */
function LinkedPayment() {
  const [id, setId] = useSearchState('payment')
  return id === '' ? null : <PaymentDetails id={id} onClose={() => setId('')} />
}

/** A link to `?record=1` opens the form that records money, of the tenant in the address. */
function LinkedRecord({ tenantId }: { tenantId: string | undefined }) {
  const [record, setRecord] = useSearchState('record')
  return record === '' ? null : <RecordDialog tenantId={tenantId} onClose={() => setRecord('')} />
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
      description="A tenant with a monthly rent and a lease start gets twelve rent charges automatically. Record anything else here."
      action={<Button onClick={onRecord}>Record Payment</Button>}
    />
  )
}
