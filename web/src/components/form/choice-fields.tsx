import { useId, type ReactNode } from 'react'
import { useController, type FieldValues } from 'react-hook-form'
import { cn } from '~/lib/cn.ts'
import { Checkbox, RadioCards, Switch, type RadioCardOption } from '../ui/choices.tsx'
import { FieldError } from '../ui/field.tsx'
import { shown, type Bound } from './form-field.tsx'

type Choice<I extends FieldValues, O> = Omit<Bound<I, O>, 'required' | 'optional'> & { disabled?: boolean }

/** A box to tick with its words beside it. */
export function CheckboxField<I extends FieldValues, O>(props: Choice<I, O>) {
  return <Toggle {...props} render={(bound) => <Checkbox className="mt-0.5" {...bound} />} />
}

/** A switch with its words beside it. */
export function SwitchField<I extends FieldValues, O>(props: Choice<I, O>) {
  return <Toggle {...props} render={(bound) => <Switch {...bound} />} />
}

interface ToggleControl {
  id: string
  checked: boolean
  disabled?: boolean
  onCheckedChange: (checked: boolean | 'indeterminate') => void
  onBlur: () => void
  ref: React.Ref<HTMLButtonElement>
  'aria-describedby': string | undefined
}

function Toggle<I extends FieldValues, O>({
  control,
  name,
  label,
  hint,
  disabled,
  className,
  render,
}: Choice<I, O> & { render: (bound: ToggleControl) => ReactNode }) {
  const id = useId()
  const { field, fieldState } = useController({ control, name })
  const bound: ToggleControl = {
    id,
    checked: Boolean(field.value),
    disabled,
    onCheckedChange: (checked) => field.onChange(checked === true),
    onBlur: field.onBlur,
    ref: field.ref,
    'aria-describedby': hint ? `${id}-hint` : undefined,
  }
  return (
    <div className={cn('grid gap-1', className)}>
      <div className="flex items-start gap-2.5">
        {render(bound)}
        <div className="grid gap-0.5">
          <label htmlFor={id} className="font-medium">
            {label}
          </label>
          {hint && (
            <p id={`${id}-hint`} className="text-sm text-muted">
              {hint}
            </p>
          )}
        </div>
      </div>
      <FieldError id={`${id}-error`} error={fieldState.error?.message} />
    </div>
  )
}

/** A choice between a few things, as cards. */
export function RadioCardsField<I extends FieldValues, O>({
  control,
  name,
  label,
  hint,
  className,
  options,
}: Choice<I, O> & { options: readonly RadioCardOption[] }) {
  const id = useId()
  const { field, fieldState } = useController({ control, name })
  return (
    <div className={cn('grid gap-1.5', className)}>
      <span id={id} className="text-sm font-medium">
        {label}
      </span>
      <RadioCards
        aria-labelledby={id}
        aria-describedby={hint ? `${id}-hint` : undefined}
        options={options}
        value={shown(field.value)}
        onValueChange={field.onChange}
        onBlur={field.onBlur}
      />
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      <FieldError id={`${id}-error`} error={fieldState.error?.message} />
    </div>
  )
}
