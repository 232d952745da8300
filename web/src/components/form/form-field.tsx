import type { ReactNode, Ref } from 'react'
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { Field, type FieldControl, type FieldProps } from '../ui/field.tsx'

/** The props of every bound field: the form's `control`, the field's `name`, and those of a Field. */
export interface Bound<I extends FieldValues, O> extends Omit<FieldProps, 'children' | 'error'> {
  control: Control<I, unknown, O>
  name: FieldPath<I>
}

export interface BoundControl extends FieldControl {
  name: string
  value: unknown
  onChange: (value: unknown) => void
  onBlur: () => void
  ref: Ref<never>
  disabled?: boolean
}

/** Binds a control to a form: `<FormField control={form.control} name="x" label="X">{(field) => <Anything {...field} />}</FormField>`. */
export function FormField<I extends FieldValues, O>({
  control,
  name,
  children,
  ...field
}: Bound<I, O> & { children: (control: BoundControl) => ReactNode }) {
  const { field: bound, fieldState, formState } = useController<I, FieldPath<I>, O>({ control, name })
  const { error, isTouched, isDirty } = fieldState
  // Adding to a list validates all of it. What is empty or still being typed says nothing before it was left.
  const isUntouched =
    !isTouched && !formState.isSubmitted && error?.type !== 'server' && (isDirty || shown(bound.value) === '')
  return (
    <Field error={isUntouched ? undefined : error?.message} {...field}>
      {(aria) => children({ ...aria, ...bound, ref: bound.ref as Ref<never> })}
    </Field>
  )
}

/** The text of an input whose value may be undefined. */
export const shown = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : ''
