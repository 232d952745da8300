import type { GamePoints, OnboardingProgress } from '@keyhold/contracts/tenancy/onboarding'
import { Flame, Star, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { Progress } from '~/components/ui/progress.tsx'
import { plural } from '~/lib/format.ts'
import { estimate } from '~/texts/onboarding.ts'

/** Points, level and streak, with the progress bar and its summary. */
export function JourneyHeader({
  points,
  progress,
}: {
  points?: Pick<GamePoints, 'totalPoints' | 'currentLevel' | 'pointsToNextLevel' | 'streak'> | undefined
  progress: Pick<OnboardingProgress, 'completedSteps' | 'totalSteps' | 'completionPercentage'>
}) {
  const { completedSteps, totalSteps, completionPercentage } = progress
  return (
    <section
      aria-label="Your progress"
      className="mb-4 grid gap-4 rounded-xl bg-night px-5 py-5 text-on-night md:px-8 dark:border dark:border-line"
    >
      {points && (
        <dl className="grid grid-cols-3 gap-3">
          <Figure icon={<Star aria-hidden />} label="Points" value={points.totalPoints} />
          <Figure
            icon={<Trophy aria-hidden />}
            label="Level"
            value={points.currentLevel}
            hint={`${points.pointsToNextLevel} points to the next`}
          />
          <Figure
            icon={<Flame aria-hidden />}
            label="Streak"
            value={points.streak}
            hint={points.streak === 1 ? 'day' : 'days in a row'}
          />
        </dl>
      )}
      <div className="grid gap-2">
        <Progress value={completionPercentage} label="Onboarding" className="h-2.5" />
        <p className="flex flex-wrap justify-between gap-x-4 text-sm text-on-night-muted">
          <span>
            {completedSteps.length} of {plural(totalSteps, 'step')} completed ({completionPercentage}%)
          </span>
          <span>About {estimate}</span>
        </p>
      </div>
    </section>
  )
}

function Figure({ icon, label, value, hint }: { icon: ReactNode; label: string; value: number; hint?: string }) {
  return (
    <div>
      <dt className="flex items-center gap-1.5 text-sm text-on-night-muted [&_svg]:size-4">
        {icon}
        {label}
      </dt>
      <dd className="figures text-2xl font-semibold">
        {value}
        {hint && <span className="block text-xs font-normal text-on-night-muted">{hint}</span>}
      </dd>
    </div>
  )
}
