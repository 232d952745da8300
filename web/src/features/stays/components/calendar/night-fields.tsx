import { useId } from 'react'
import { Checkbox } from '~/components/ui/choices.tsx'
import { Field } from '~/components/ui/field.tsx'
import { AffixInput, Input, MoneyInput } from '~/components/ui/input.tsx'
import { NativeSelect, type Option } from '~/components/ui/native-select.tsx'
import { weekdays } from '~/lib/nights.ts'
import type { NightValues } from './night-changes.ts'

interface FieldsProps {
  values: NightValues
  onChange: (values: NightValues) => void
  /** Weekdays matter for several nights only. */
  hasSeveral: boolean
}

const availability: Option<NightValues['availability']>[] = [
  { value: '', label: 'Leave as it is' },
  { value: 'block', label: 'Block' },
  { value: 'free', label: 'Unblock' },
]
const priceChoices: Option<NightValues['price']>[] = [
  { value: '', label: 'Leave as it is' },
  { value: 'set', label: 'Set a price' },
  { value: 'rules', label: 'Price by the rules' },
]
const stayChoices: Option<NightValues['minimumStay']>[] = [
  { value: '', label: 'Leave as it is' },
  { value: 'set', label: 'Set a minimum stay' },
  { value: 'rules', label: 'Minimum stay by the rules' },
]
const closing: Option<NightValues['arrival']>[] = [
  { value: '', label: 'Leave as it is' },
  { value: 'closed', label: 'Not on these days' },
  { value: 'open', label: 'By the rules' },
]

/** What can be changed of nights; each choice begins with leaving it. */
export function NightFields({ values, onChange, hasSeveral }: FieldsProps) {
  const set = (change: Partial<NightValues>) => onChange({ ...values, ...change })
  return (
    <div className="grid gap-4">
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Choice
          label="Availability"
          value={values.availability}
          options={availability}
          onChange={(next) => set({ availability: next })}
        />
        {values.availability === 'block' && (
          <Field label="Reason" optional>
            {(bound) => (
              <Input
                {...bound}
                maxLength={200}
                placeholder="Painting"
                value={values.blockReason}
                onChange={({ target }) => set({ blockReason: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Choice label="Price" value={values.price} options={priceChoices} onChange={(next) => set({ price: next })} />
        {values.price === 'set' && (
          <Field label="Price per night" required>
            {(bound) => (
              <MoneyInput
                {...bound}
                value={values.pricePerNight}
                onChange={({ target }) => set({ pricePerNight: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Choice
          label="Minimum stay"
          value={values.minimumStay}
          options={stayChoices}
          onChange={(next) => set({ minimumStay: next })}
        />
        {values.minimumStay === 'set' && (
          <Field label="Nights" hint="For guests who arrive then." required>
            {(bound) => (
              <AffixInput
                {...bound}
                type="number"
                inputMode="numeric"
                min={1}
                after="nights"
                value={values.minimumStayNights}
                onChange={({ target }) => set({ minimumStayNights: target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {hasSeveral && <Weekdays chosen={values.weekdays} onChange={(next) => set({ weekdays: next })} />}
      <details>
        <summary className="rounded-sm font-medium text-pine">Arrival, departure and notes</summary>
        <div className="mt-3 grid items-start gap-4 sm:grid-cols-2">
          <Choice
            label="Arrival"
            value={values.arrival}
            options={closing}
            onChange={(next) => set({ arrival: next })}
          />
          <Choice
            label="Departure"
            value={values.departure}
            options={closing}
            onChange={(next) => set({ departure: next })}
          />
          <Field label="Notes" optional className="sm:col-span-2">
            {(bound) => (
              <Input
                {...bound}
                maxLength={500}
                value={values.notes}
                onChange={({ target }) => set({ notes: target.value })}
              />
            )}
          </Field>
        </div>
      </details>
    </div>
  )
}

function Choice<V extends string>({
  label,
  value,
  options,
  onChange,
}: {
  label: string
  value: V
  options: readonly Option<V>[]
  onChange: (value: V) => void
}) {
  return (
    <Field label={label}>
      {(bound) => (
        <NativeSelect
          {...bound}
          value={value}
          options={options}
          onChange={({ target }) => {
            const chosen = options.find((option) => option.value === target.value)
            if (chosen) onChange(chosen.value)
          }}
        />
      )}
    </Field>
  )
}

function Weekdays({ chosen, onChange }: { chosen: readonly number[]; onChange: (weekdays: number[]) => void }) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-medium">Only these weekdays</legend>
      <div className="grid grid-cols-4 gap-x-4 gap-y-2.5 sm:grid-cols-7">
        {weekdays.map(({ value, short, label }) => (
          <div key={value} className="flex items-center gap-2 phone:min-h-9">
            <Checkbox
              id={`${id}-${value}`}
              checked={chosen.includes(value)}
              onCheckedChange={(checked) =>
                onChange(checked === true ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />
            <label htmlFor={`${id}-${value}`}>
              <span aria-hidden>{short}</span>
              <span className="sr-only">{label}</span>
            </label>
          </div>
        ))}
      </div>
    </fieldset>
  )
}
