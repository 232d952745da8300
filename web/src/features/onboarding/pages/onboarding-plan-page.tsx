import { Eye, Pencil } from 'lucide-react'
import { useSearchParams } from 'react-router-dom'
import { useGetOnboardingPlanQuery } from '~/api/onboarding.ts'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { PlanForm } from '../components/plan-form.tsx'
import { PlanPreview } from '../components/plan-preview.tsx'

/** `/tenant-onboarding` of a landlord: the steps of their tenants, and `?preview=1` to try them. */
export function Component() {
  const [search, setSearch] = useSearchParams()
  const isPreview = search.has('preview')
  const { data: plan, error, refetch } = useGetOnboardingPlanQuery()
  return (
    <>
      <PageHeader
        heading="Tenant onboarding"
        description="The first steps of your tenants in the portal, and what they earn by them."
        crumbs={[{ label: 'Tenants', to: paths.tenants }]}
        actions={
          <Button
            variant="secondary"
            icon={isPreview ? <Pencil aria-hidden /> : <Eye aria-hidden />}
            onClick={() => setSearch(isPreview ? {} : { preview: '1' })}
          >
            {isPreview ? 'Edit the steps' : 'Preview'}
          </Button>
        }
      />
      {plan ? (
        isPreview ? (
          <PlanPreview plan={plan} />
        ) : (
          <PlanForm plan={plan} />
        )
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <CardSkeletons />
      )}
    </>
  )
}
