import type { OnboardingPlan, OnboardingTask } from '@keyhold/contracts/tenancy/onboarding'
import { useState } from 'react'
import { Callout } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { currentOf, previewOf } from '../words.ts'
import { FinishCard } from './finish-card.tsx'
import { JourneyHeader } from './journey-header.tsx'
import { StepList } from './step-list.tsx'

/** The saved steps as a tenant sees them. Nothing that is done here is stored. */
export function PlanPreview({ plan }: { plan: OnboardingPlan }) {
  const [done, setDone] = useState<ReadonlySet<string>>(new Set())
  const tasks = previewOf(plan, done)
  const completed = tasks.filter(({ isCompleted }) => isCompleted)
  const totalPoints = completed.reduce((sum, { pointsReward }) => sum + pointsReward, 0)
  const { pointsPerLevel } = plan
  const complete = ({ id }: OnboardingTask) => setDone(new Set([...done, id]))
  return (
    <>
      <Callout className="mb-4" title="Preview">
        Try the steps as a tenant would. Nothing is recorded.
      </Callout>
      {tasks.every(({ isRequired, isCompleted }) => !isRequired || isCompleted) && (
        <FinishCard to={paths.tenantView} label="Go to the tenant view">
          A tenant who has completed the required steps goes on to the portal.
        </FinishCard>
      )}
      <JourneyHeader
        points={{
          totalPoints,
          currentLevel: Math.floor(totalPoints / pointsPerLevel) + 1,
          pointsToNextLevel: pointsPerLevel - (totalPoints % pointsPerLevel),
          streak: completed.length > 0 ? 1 : 0,
        }}
        progress={{
          completedSteps: completed.map(({ stepNumber }) => stepNumber),
          totalSteps: tasks.length,
          completionPercentage: Math.round((completed.length / tasks.length) * 100),
        }}
      />
      <StepList tasks={tasks} currentStep={currentOf(tasks)} onComplete={complete} hasPlaces={false} />
    </>
  )
}
