import { isColor } from '@keyhold/contracts/identity/branding-colors'
import type { FieldValues } from 'react-hook-form'
import { type Bound, FormField, shown } from '~/components/form/form-field.tsx'
import { Input } from '~/components/ui/input.tsx'

/** A color to pick or to type as `#rrggbb`. */
export function ColorField<I extends FieldValues, O>(props: Bound<I, O> & { label: string }) {
  return (
    <FormField {...props}>
      {({ value, ...bound }) => (
        <div className="flex gap-2">
          {/* The text beside it has the label. */}
          <input
            type="color"
            aria-label={`Pick: ${props.label}`}
            value={isColor(shown(value)) ? shown(value).toLowerCase() : '#000000'}
            onChange={({ target }) => bound.onChange(target.value)}
            className="h-9.5 w-12 shrink-0 rounded-md border border-control bg-surface p-1 phone:h-11"
          />
          <Input {...bound} value={shown(value)} maxLength={7} spellCheck={false} autoComplete="off" />
        </div>
      )}
    </FormField>
  )
}
