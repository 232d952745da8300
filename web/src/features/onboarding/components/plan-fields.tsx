import type { OnboardingPlanForm, TaskType } from '@keyhold/contracts/tenancy/onboarding'
import type { z } from '@keyhold/contracts/zod'
import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import type { Control } from 'react-hook-form'
import { SwitchField } from '~/components/form/choice-fields.tsx'
import { NumberField, TextareaField, TextField } from '~/components/form/fields.tsx'
import { IconButton } from '~/components/ui/button.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { checks } from '../words.ts'

type FormControl = Control<z.input<typeof OnboardingPlanForm>, unknown, z.output<typeof OnboardingPlanForm>>

interface StepProps {
  control: FormControl
  index: number
  count: number
  taskType: TaskType
  onMove: (to: number) => void
  onRemove: () => void
}

/** A step in the form: its words, points and place. */
export function StepFields({ control, index, count, taskType, onMove, onRemove }: StepProps) {
  const confirm = useConfirm()
  const name = `steps.${index}` as const
  const number = index + 1
  const remove = async () => {
    const isSure = await confirm({
      title: 'Remove this step?',
      description: 'Tenants no longer see it once you save. Points that it earned stay theirs.',
      confirmLabel: 'Remove',
      destructive: true,
    })
    if (isSure) onRemove()
  }
  return (
    <li className="grid gap-3 px-5 py-4">
      <div className="flex items-center gap-1">
        <p className="min-w-0 flex-1 text-sm text-muted">
          <span className="font-semibold text-ink">Step {number}.</span> {checks[taskType]}
        </p>
        <IconButton label={`Move step ${number} up`} disabled={index === 0} onClick={() => onMove(index - 1)}>
          <ArrowUp aria-hidden />
        </IconButton>
        <IconButton
          label={`Move step ${number} down`}

          disabled={number === count}
          onClick={() => onMove(index + 1)}
        >
          <ArrowDown aria-hidden />
        </IconButton>
        <IconButton label={`Remove step ${number}`} disabled={count === 1} onClick={() => void remove()}>
          <Trash2 aria-hidden />
        </IconButton>
      </div>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_8rem]">
        <TextField control={control} name={`${name}.title`} label="Title" required />
        <NumberField control={control} name={`${name}.pointsReward`} label="Points" required />
      </div>
      <TextareaField control={control} name={`${name}.description`} label="Description" rows={2} required />
      <div className="flex flex-wrap gap-x-8 gap-y-2">
        <SwitchField control={control} name={`${name}.isRequired`} label="Required" />
        <SwitchField control={control} name={`${name}.isActive`} label="Shown to tenants" />
      </div>
    </li>
  )
}

/** An achievement in the form; what unlocks it is fixed. */
export function AchievementFields({ control, index, title }: { control: FormControl; index: number; title: string }) {
  const name = `achievements.${index}` as const
  return (
    <li className="grid gap-3 px-5 py-4" aria-label={title}>
      <div className="grid gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,2fr)_8rem]">
        <TextField control={control} name={`${name}.title`} label="Title" required />
        <TextField control={control} name={`${name}.description`} label="Description" required />
        <NumberField control={control} name={`${name}.pointsAwarded`} label="Points" required />
      </div>
      <SwitchField control={control} name={`${name}.isActive`} label="Can be earned" />
    </li>
  )
}
