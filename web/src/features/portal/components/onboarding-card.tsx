import { Sparkles } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useGamePointsQuery, useOnboardingProgressQuery } from '~/api/onboarding.ts'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { Progress } from '~/components/ui/progress.tsx'
import { plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

/** Leads to the onboarding until its required steps are done; absent while it is not known. */
export function OnboardingCard() {
  const { data: progress } = useOnboardingProgressQuery()
  const { data: points } = useGamePointsQuery()
  if (!progress || progress.isCompleted) return null
  const done = progress.completedSteps.length
  return (
    <Card className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-3">
      <span aria-hidden className="grid size-11 shrink-0 place-items-center rounded-full bg-pine-soft text-pine">
        <Sparkles className="size-5" />
      </span>
      <div className="min-w-52 flex-1">
        <h2 className="text-lg font-semibold tracking-tight">Settle into your home</h2>
        <p className="text-muted">
          {done === 0
            ? `${plural(progress.totalSteps, 'short step')} to everything you need here.`
            : `${done} of ${plural(progress.totalSteps, 'step')} done${points ? `, ${plural(points.totalPoints, 'point')}` : ''}.`}
        </p>
        {done > 0 && <Progress value={progress.completionPercentage} label="Onboarding" className="mt-2" />}
      </div>
      <Button asChild className="phone:w-full">
        <Link to={paths.tenantOnboarding}>{done === 0 ? 'Start Journey' : 'Continue Journey'}</Link>
      </Button>
    </Card>
  )
}
