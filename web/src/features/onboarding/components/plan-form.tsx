import { OnboardingPlanForm, type OnboardingPlan } from '@keyhold/contracts/tenancy/onboarding'
import { Plus } from 'lucide-react'
import { useFieldArray } from 'react-hook-form'
import { useSaveOnboardingPlanMutation } from '~/api/onboarding.ts'
import { NumberField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { FieldError } from '~/components/ui/field.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { AchievementFields, StepFields } from './plan-fields.tsx'

const newStep = {
  taskType: 'custom',
  title: '',
  description: '',
  isRequired: true,
  pointsReward: 50,
  isActive: true,
} as const

const valuesOf = ({ updatedAt, ...plan }: OnboardingPlan) => ({ ...plan, basedOn: updatedAt })

/** The landlord's steps and rewards: edited in one form and saved together. */
export function PlanForm({ plan }: { plan: OnboardingPlan }) {
  const [save, { isLoading }] = useSaveOnboardingPlanMutation()
  const form = useZodForm(OnboardingPlanForm, { values: valuesOf(plan), resetOptions: { keepDirtyValues: true } })
  const { control, formState } = form
  const steps = useFieldArray({ control, name: 'steps', keyName: 'key' })

  const send = async (values: ReturnType<typeof OnboardingPlanForm.parse>) => {
    try {
      // The version that the form was filled from, so that a save elsewhere in between is not overwritten.
      const saved = await save({ ...values, basedOn: form.getValues('basedOn') }).unwrap()
      form.reset(valuesOf(saved))
      toast({ variant: 'success', title: 'Onboarding saved', description: 'Your tenants see the new steps now.' })
    } catch (error) {
      showIssues(form, error)
      toastError('Failed to save the onboarding', error)
    }
  }

  return (
    <Form form={form} onSubmit={send} className="gap-5">
      <SectionCard
        title="Steps"
        description="In the order in which tenants get them. Points that tenants earned stay theirs."
        padded={false}
        action={
          <Button
            type="button"
            variant="secondary"
            size="sm"
            icon={<Plus aria-hidden />}
            onClick={() => steps.append(newStep)}
          >
            Add step
          </Button>
        }
      >
        <ol className="divide-y divide-line border-t border-line">
          {steps.fields.map((field, index) => (
            <StepFields
              key={field.key}
              control={control}
              index={index}
              count={steps.fields.length}
              taskType={field.taskType ?? 'custom'}
              onMove={(to) => steps.move(index, to)}
              onRemove={() => steps.remove(index)}
            />
          ))}
        </ol>
        <div className="px-5">
          <FieldError
            id="steps-error"
            error={formState.errors.steps?.root?.message ?? formState.errors.steps?.message}
          />
        </div>
      </SectionCard>
      <SectionCard title="Levels and streak">
        <div className="grid gap-4 sm:grid-cols-2">
          <NumberField control={control} name="pointsPerLevel" label="Points per level" required />
          <NumberField
            control={control}
            name="streakDays"
            label="Days between steps of a streak"
            hint="1: a streak needs a step every day. 7: one a week."
            required
          />
        </div>
      </SectionCard>
      <SectionCard title="Achievements" padded={false}>
        <ul className="divide-y divide-line border-t border-line">
          {plan.achievements.map(({ type, title }, index) => (
            <AchievementFields key={type} control={control} index={index} title={title} />
          ))}
        </ul>
      </SectionCard>
      <div>
        <Button type="submit" loading={isLoading} className="phone:w-full">
          Save onboarding
        </Button>
      </div>
    </Form>
  )
}
