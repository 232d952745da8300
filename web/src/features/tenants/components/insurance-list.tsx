import type { InsuredTenant } from '@keyhold/contracts/tenancy/insurance'
import { ShieldCheck } from 'lucide-react'
import { Link } from 'react-router-dom'
import { itemsOf } from '~/api/client/calls-of.ts'
import { useListInsuranceInfiniteQuery } from '~/api/insurance.ts'
import { insuranceBadges } from '~/components/tenancy/insurance-words.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { FilterChips } from '~/components/ui/toolbar.tsx'
import { date } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { useSearchState } from '~/lib/use-search-state.ts'

const options = [
  { value: 'problems', label: 'To see to' },
  { value: 'no_proof', label: 'No proof' },
  { value: 'all', label: 'All' },
] as const
type Show = (typeof options)[number]['value']

/** Who is insured, until when, and who has given no proof. */
export function InsuranceList() {
  const [chosen, setShow] = useSearchState('show')
  const show = options.find(({ value }) => value === chosen)?.value ?? 'problems'
  const list = useListInsuranceInfiniteQuery({ show, limit: 50 })
  const tenants = itemsOf(list.data)
  return (
    <section aria-label="Renters insurance" className="grid gap-3">
      <FilterChips<Show> label="Show" value={show} onChange={setShow} options={options} />
      {list.isLoading ? (
        <RowSkeletons count={5} />
      ) : list.isError && tenants.length === 0 ? (
        <ErrorState error={list.error} onRetry={() => void list.refetch()} />
      ) : tenants.length === 0 ? (
        <EmptyState
          icon={<ShieldCheck aria-hidden />}
          title={show === 'all' ? 'No tenants yet' : 'Nothing to see to'}
          description="Whether insurance is required is set per property, on the page of one of its tenants."
        />
      ) : (
        <ul className="rounded-xl border border-line bg-surface">
          {tenants.map((tenant) => (
            <Row key={tenant.tenantId} tenant={tenant} />
          ))}
        </ul>
      )}
      {list.hasNextPage && (
        <Button variant="ghost" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Show more
        </Button>
      )}
    </section>
  )
}

function Row({
  tenant: { tenantId, name, propertyName, status, insurer, expiryDate, hasProof },
}: {
  tenant: InsuredTenant
}) {
  const badge = insuranceBadges[status]
  const policy = insurer && `${insurer} until ${date(expiryDate)}${hasProof ? '' : ', no proof uploaded'}`
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to={paths.tenant(tenantId)}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken"
      >
        <span className="min-w-48 flex-1">
          <span className="block font-medium">{name}</span>
          <span className="block text-sm text-muted">
            {[propertyName, policy || 'No policy entered'].filter(Boolean).join(' · ')}
          </span>
        </span>
        <Badge tone={badge.tone}>{badge.label}</Badge>
      </Link>
    </li>
  )
}
