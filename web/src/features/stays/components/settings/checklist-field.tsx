import { useId } from 'react'
import { type FieldValues, useController } from 'react-hook-form'
import type { Bound } from '~/components/form/form-field.tsx'
import { Checkbox } from '~/components/ui/choices.tsx'
import { FieldError } from '~/components/ui/field.tsx'
import { cn } from '~/lib/cn.ts'

/** Some of several things, each with a box to tick. Keeps what is chosen and not offered. */
export function ChecklistField<I extends FieldValues, O>({
  control,
  name,
  label,
  options,
  columns = 'sm:grid-cols-3',
}: Pick<Bound<I, O>, 'control' | 'name'> & {
  label: string
  options: readonly { value: string | number; label: string }[]
  columns?: string
}) {
  const id = useId()
  const { field, fieldState } = useController({ control, name })
  const chosen: unknown[] = Array.isArray(field.value) ? field.value : []
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">{label}</legend>
      <div className={cn('grid grid-cols-2 gap-x-4 gap-y-2.5', columns)}>
        {options.map(({ value, label: words }) => (
          <div key={value} className="flex items-start gap-2 phone:min-h-9">
            <Checkbox
              id={`${id}-${value}`}
              className="mt-0.5"
              checked={chosen.includes(value)}
              onCheckedChange={(checked) =>
                field.onChange(checked === true ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
            <label htmlFor={`${id}-${value}`}>{words}</label>
          </div>
        ))}
      </div>
      <FieldError id={`${id}-error`} error={fieldState.error?.message} />
    </fieldset>
  )
}
