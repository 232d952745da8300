import type { ReactNode, Ref } from 'react'
import { useController, type Control, type FieldPath, type FieldValues } from 'react-hook-form'
import { Field, type FieldControl, type FieldProps } from '../ui/field.tsx'

/** What every bound field takes: the form's `control`, the field's `name`, and what a Field takes. */
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

/** Binds any control to a form: `<FormField control={form.control} name="x" label="X">{(field) => <Anything {...field} />}</FormField>`. */
export function FormField<I extends FieldValues, O>({
  control,
  name,
  children,
  ...field
}: Bound<I, O> & { children: (control: BoundControl) => ReactNode }) {
  const { field: bound, fieldState } = useController<I, FieldPath<I>, O>({ control, name })
  return (
    <Field error={fieldState.error?.message} {...field}>
      {(aria) => children({ ...aria, ...bound, ref: bound.ref as Ref<never> })}
    </Field>
  )
}

/** What an input shows for a value that may not be there yet. */
export const shown = (value: unknown): string =>
  typeof value === 'string' ? value : typeof value === 'number' ? `${value}` : ''
