import type { FieldValues } from 'react-hook-form'
import { Select, type SelectProps } from '../ui/select.tsx'
import { FormField, shown, type Bound } from './form-field.tsx'

/** A Select in a form: `options`, `placeholder`. `none` is the label of a first option whose value is ''. */
export function SelectField<I extends FieldValues, O>({
  options,
  placeholder,
  none,
  disabled,
  ...field
}: Bound<I, O> & Pick<SelectProps, 'options' | 'placeholder' | 'disabled'> & { none?: string }) {
  return (
    <FormField {...field}>
      {({ value, onChange, ...bound }) => (
        <Select
          {...bound}
          disabled={disabled}
          placeholder={none ?? placeholder}
          options={none ? [{ value: noneValue, label: none }, ...options] : options}
          value={shown(value)}
          onValueChange={(next) => onChange(next === noneValue ? '' : next)}
        />
      )}
    </FormField>
  )
}

// Radix refuses an item with the value ''.
const noneValue = 'none'
