import { type ReactNode, useId } from 'react'
import { useController } from 'react-hook-form'
import { CheckboxField } from '~/components/form/choice-fields.tsx'
import { NumberField } from '~/components/form/fields.tsx'
import { Switch } from '~/components/ui/choices.tsx'
import type { RulesControl } from './price-rules-form.tsx'

const starts = {
  lastMinute: { days: 14, percent: -20, gradual: true, minimumStay: '' },
  orphanGap: { nights: 2, percent: 0, allowShorter: true },
  farOut: { days: 180, minimumStay: 5 },
} as const

/** The rules that a listing may do without, each with its switch. */
export function OptionalRules({ control }: { control: RulesControl }) {
  return (
    <>
      <Rule
        control={control}
        name="lastMinute"
        title="Last minute"
        hint="For nights that are still free shortly before."
      >
        <NumberField control={control} name="lastMinute.days" label="From" after="days" inputMode="numeric" />
        <NumberField control={control} name="lastMinute.percent" label="Change of the price" after="%" />
        <NumberField
          control={control}
          name="lastMinute.minimumStay"
          label="Minimum stay"
          after="nights"
          inputMode="numeric"
          optional
        />
        <CheckboxField
          control={control}
          name="lastMinute.gradual"
          label="Gradual"
          hint="The whole change on the last day, less before."
        />
      </Rule>
      <Rule
        control={control}
        name="orphanGap"
        title="Gaps between stays"
        hint="For a few free nights between two stays."
      >
        <NumberField
          control={control}
          name="orphanGap.nights"
          label="Gaps of up to"
          after="nights"
          inputMode="numeric"
        />
        <NumberField control={control} name="orphanGap.percent" label="Change of the price" after="%" />
        <CheckboxField
          control={control}
          name="orphanGap.allowShorter"
          label="Allow stays as short as the gap"
          className="sm:col-span-2"
        />
      </Rule>
      <Rule
        control={control}
        name="farOut"
        title="Far ahead"
        hint="A longer minimum stay for arrivals a long time from now."
      >
        <NumberField control={control} name="farOut.days" label="More than" after="days" inputMode="numeric" />
        <NumberField
          control={control}
          name="farOut.minimumStay"
          label="Minimum stay"
          after="nights"
          inputMode="numeric"
        />
      </Rule>
    </>
  )
}

function Rule({
  control,
  name,
  title,
  hint,
  children,
}: {
  control: RulesControl
  name: keyof typeof starts
  title: string
  hint: string
  children: ReactNode
}) {
  const id = useId()
  const { field } = useController({ control, name })
  const isOn = field.value !== null && field.value !== undefined
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{title}</legend>
      <div className="flex items-start gap-3">
        <Switch id={id} checked={isOn} onCheckedChange={(on) => field.onChange(on ? starts[name] : null)} />
        <div>
          <label htmlFor={id} className="font-semibold tracking-tight">
            {title}
          </label>
          <p className="text-sm text-muted">{hint}</p>
        </div>
      </div>
      {isOn && <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">{children}</div>}
    </fieldset>
  )
}
