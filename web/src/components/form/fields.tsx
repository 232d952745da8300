import type { ComponentProps } from 'react'
import type { FieldValues } from 'react-hook-form'
import { AffixInput, DateInput, Input, MoneyInput, PasswordInput, Textarea } from '../ui/input.tsx'
import { NativeSelect } from '../ui/native-select.tsx'
import { FormField, shown, type Bound } from './form-field.tsx'

/** Props of the control itself that the binding does not own. */
type Rest<P> = Omit<
  P,
  | 'name'
  | 'value'
  | 'onChange'
  | 'onBlur'
  | 'ref'
  | 'id'
  | 'className'
  | 'required'
  | 'children'
  | keyof Bound<FieldValues, unknown>
>
type Own<I extends FieldValues, O> = Bound<I, O>

/** Splits a bound field's props: those of the Field, and the rest for its control. */
function split<I extends FieldValues, O, P extends Own<I, O>>({
  control,
  name,
  label,
  hint,
  required,
  optional,
  className,
  ...rest
}: P) {
  return [{ control, name, label, hint, required, optional, className } as Own<I, O>, rest] as const
}

/** A line of text; `type`, `autoComplete`, `inputMode` and the like go to the input. */
export function TextField<I extends FieldValues, O>(props: Own<I, O> & Rest<ComponentProps<'input'>>) {
  const [field, rest] = split<I, O, typeof props>(props)
  return <FormField {...field}>{(bound) => <Input {...rest} {...bound} value={shown(bound.value)} />}</FormField>
}

/** A password that can be shown; say `autoComplete`. */
export function PasswordField<I extends FieldValues, O>(props: Own<I, O> & Rest<ComponentProps<typeof PasswordInput>>) {
  const [field, rest] = split<I, O, typeof props>(props)
  return (
    <FormField {...field}>{(bound) => <PasswordInput {...rest} {...bound} value={shown(bound.value)} />}</FormField>
  )
}

/** Money with a dollar sign; the schema turns the text into a number. */
export function MoneyField<I extends FieldValues, O>(props: Own<I, O> & Rest<ComponentProps<typeof MoneyInput>>) {
  const [field, rest] = split<I, O, typeof props>(props)
  return <FormField {...field}>{(bound) => <MoneyInput {...rest} {...bound} value={shown(bound.value)} />}</FormField>
}

/** A number; `after` is a unit shown behind it; `step="0.5"` for halves. */
export function NumberField<I extends FieldValues, O>(props: Own<I, O> & Rest<ComponentProps<typeof AffixInput>>) {
  const [field, rest] = split<I, O, typeof props>(props)
  return (
    <FormField {...field}>
      {(bound) => <AffixInput type="number" inputMode="decimal" {...rest} {...bound} value={shown(bound.value)} />}
    </FormField>
  )
}

/** A calendar date, `YYYY-MM-DD`. */
export function DateField<I extends FieldValues, O>(props: Own<I, O> & Rest<ComponentProps<typeof DateInput>>) {
  const [field, rest] = split<I, O, typeof props>(props)
  return <FormField {...field}>{(bound) => <DateInput {...rest} {...bound} value={shown(bound.value)} />}</FormField>
}

/** Several lines of text. */
export function TextareaField<I extends FieldValues, O>(props: Own<I, O> & Rest<ComponentProps<'textarea'>>) {
  const [field, rest] = split<I, O, typeof props>(props)
  return <FormField {...field}>{(bound) => <Textarea {...rest} {...bound} value={shown(bound.value)} />}</FormField>
}

/** The platform's own select; `options`, `placeholder`. */
export function NativeSelectField<I extends FieldValues, O>(
  props: Own<I, O> & Rest<ComponentProps<typeof NativeSelect>>,
) {
  const [field, rest] = split<I, O, typeof props>(props)
  return <FormField {...field}>{(bound) => <NativeSelect {...rest} {...bound} value={shown(bound.value)} />}</FormField>
}
