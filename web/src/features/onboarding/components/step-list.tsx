import type { OnboardingTask } from '@keyhold/contracts/tenancy/onboarding'
import { Check, Lock } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Card } from '~/components/ui/card.tsx'
import { cn } from '~/lib/cn.ts'
import { stepStates } from '~/texts/onboarding.ts'
import { tasks as taskWords } from '../words.ts'

interface Props {
  tasks: readonly OnboardingTask[]
  currentStep: number
  /** The step that is being completed. */
  busy?: string | undefined
  onComplete: (task: OnboardingTask) => void
  /** In a preview, the places are not the reader's own. */
  hasPlaces?: boolean
}

/** The steps in order; those after the current one are locked. */
export function StepList({ tasks, currentStep, ...rest }: Props) {
  return (
    <ol className="grid gap-3">
      {tasks.map((task) => (
        <li key={task.id} aria-current={task.stepNumber === currentStep && !task.isCompleted ? 'step' : undefined}>
          <Step task={task} isLocked={task.stepNumber > currentStep && !task.isCompleted} {...rest} />
        </li>
      ))}
    </ol>
  )
}

function Step({
  task,
  isLocked,
  busy,
  onComplete,
  hasPlaces = true,
}: Omit<Props, 'tasks' | 'currentStep'> & { task: OnboardingTask; isLocked: boolean }) {
  const { icon: Icon, place } = taskWords[task.taskType]
  const isOpen = !isLocked && !task.isCompleted
  return (
    <Card className={cn('flex gap-4', isLocked && 'bg-sunken')}>
      <div
        aria-hidden
        className={cn(
          'grid size-10 shrink-0 place-items-center rounded-full [&_svg]:size-5',
          task.isCompleted ? 'bg-success-soft text-success' : isLocked ? 'text-muted' : 'bg-pine-soft text-pine',
        )}
      >
        {task.isCompleted ? <Check /> : isLocked ? <Lock /> : <Icon />}
      </div>
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h2 className="font-semibold">
            {task.stepNumber}. {task.title}
          </h2>
          {task.isCompleted && <Badge tone="success">{stepStates.done}</Badge>}
          {isLocked && <Badge>{stepStates.locked}</Badge>}
          {!task.isRequired && <Badge tone="info">Optional</Badge>}
        </div>
        <p className="mt-0.5 break-words whitespace-pre-line text-muted">{task.description}</p>
        <p className="figures mt-1 text-sm text-muted">{task.pointsReward} points</p>
        {isOpen && (
          <div className="mt-3 grid gap-2">
            {task.missing && <p className="text-sm">{task.missing}</p>}
            <div className="flex flex-wrap gap-2 phone:*:flex-1">
              {hasPlaces && place && (
                <Button asChild variant={task.missing ? 'primary' : 'secondary'}>
                  <Link to={place.to}>{place.label}</Link>
                </Button>
              )}
              {!task.missing && (
                <Button loading={busy === task.id} onClick={() => onComplete(task)}>
                  Complete step
                </Button>
              )}
            </div>
          </div>
        )}
      </div>
    </Card>
  )
}
