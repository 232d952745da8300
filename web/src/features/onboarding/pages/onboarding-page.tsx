import type { OnboardingTask } from '@keyhold/contracts/tenancy/onboarding'
import { DoorClosed } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { isApiError } from '~/api/client/problem.ts'
import {
  useCompleteStepMutation,
  useGamePointsQuery,
  useOnboardingProgressQuery,
  useOnboardingTasksQuery,
} from '~/api/onboarding.ts'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { toast } from '~/lib/toast.ts'
import { stepCompleted, stepFailed } from '~/texts/onboarding.ts'
import { AchievementsCard } from '../components/achievements-card.tsx'
import { FallbackWizard } from '../components/fallback-wizard.tsx'
import { FinishCard } from '../components/finish-card.tsx'
import { JourneyHeader } from '../components/journey-header.tsx'
import { StepList } from '../components/step-list.tsx'
import { useRetriedOnce } from '../use-retried-once.ts'

/** `/tenant-onboarding` of a tenant. */
export function Component() {
  return (
    <>
      <PageHeader
        description="The first steps in your home, one at a time."
        crumbs={[{ label: 'My Portal', to: paths.home }]}
      />
      <Journey />
    </>
  )
}

function Journey() {
  const progress = useOnboardingProgressQuery()
  const points = useGamePointsQuery()
  const tasks = useOnboardingTasksQuery()
  const failed = [useRetriedOnce(progress), useRetriedOnce(points), useRetriedOnce(tasks)].some(Boolean)
  const retry = () => {
    for (const { refetch } of [progress, points, tasks]) void refetch()
  }
  if (isApiError(progress.error) && progress.error.code === 'not-linked') return <Unlinked />
  if (progress.data && points.data && tasks.data)
    return (
      <>
        {progress.data.isCompleted && (
          <FinishCard to={paths.home} label="Go to my portal">
            {progress.data.completionPercentage === 100
              ? 'You have completed every step.'
              : 'You have completed every required step. The optional ones stay open for you.'}
          </FinishCard>
        )}
        <JourneyHeader points={points.data} progress={progress.data} />
        <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <Steps tasks={tasks.data} currentStep={progress.data.currentStep} />
          <AchievementsCard achievements={points.data.achievements} />
        </div>
      </>
    )
  return failed ? <FallbackWizard onRetry={retry} /> : <CardSkeletons />
}

function Steps({ tasks, currentStep }: { tasks: OnboardingTask[]; currentStep: number }) {
  const [complete] = useCompleteStepMutation()
  const [busy, setBusy] = useState<string>()
  const onComplete = async ({ id, stepNumber, pointsReward }: OnboardingTask) => {
    setBusy(id)
    try {
      const { pointsEarned } = await complete({ stepNumber, taskId: id }).unwrap()
      toast({ variant: 'success', ...stepCompleted(pointsEarned || pointsReward) })
    } catch {
      toast({ variant: 'destructive', ...stepFailed })
    }
    setBusy(undefined)
  }
  return <StepList tasks={tasks} currentStep={currentStep} busy={busy} onComplete={(task) => void onComplete(task)} />
}

function Unlinked() {
  return (
    <EmptyState
      icon={<DoorClosed aria-hidden />}
      title="Your account isn’t linked to a home yet"
      description="Your onboarding begins once your landlord has invited you."
      action={
        <Button asChild variant="secondary">
          <Link to={paths.home}>How to get an invitation</Link>
        </Button>
      }
    />
  )
}
