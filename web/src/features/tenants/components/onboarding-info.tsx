import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { Link } from 'react-router-dom'
import { useTenantOnboardingQuery } from '~/api/onboarding.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { stepStates } from '~/texts/onboarding.ts'

/** How far a tenant is in the onboarding, and where its steps are changed. */
export function OnboardingInfo({ tenant }: { tenant: Tenant }) {
  const { data, error, refetch } = useTenantOnboardingQuery({ id: tenant.id })
  return (
    <SectionCard
      title="Onboarding"
      padded={Boolean(data)}
      action={
        <Button asChild size="sm" variant="ghost" className="-mr-2">
          <Link to={paths.tenantOnboarding}>Edit steps</Link>
        </Button>
      }
    >
      {error && <ErrorState compact error={error} onRetry={() => void refetch()} />}
      {!data && !error && <RowSkeletons count={2} />}
      {data && (
        <>
          <Progress value={data.progress.completionPercentage} label="Onboarding" />
          <p className="mt-2 text-sm text-muted">
            {data.progress.completedSteps.length} of {plural(data.progress.totalSteps, 'step')},{' '}
            {plural(data.points.totalPoints, 'point')}, level {data.points.currentLevel}
          </p>
          <ul className="mt-3 grid gap-1.5">
            {data.tasks.map(({ id, title, isCompleted }) => (
              <li key={id} className="flex items-center justify-between gap-3">
                <span className="min-w-0 wrap-anywhere">{title}</span>
                {isCompleted && <Badge tone="success">{stepStates.done}</Badge>}
              </li>
            ))}
          </ul>
        </>
      )}
    </SectionCard>
  )
}
