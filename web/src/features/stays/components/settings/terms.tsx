import { ShortTermRentalForm } from '@keyhold/contracts/properties/stays/listings'
import { bookingSources, standardTiers } from '@keyhold/contracts/properties/stays/stay-values'
import { Plus, Trash2 } from 'lucide-react'
import { type Control, useFieldArray, useWatch } from 'react-hook-form'
import type { z } from '@keyhold/contracts/zod'
import { MoneyField, NativeSelectField, NumberField, TextField } from '~/components/form/fields.tsx'
import { FormGroup } from '~/components/form/form-group.tsx'
import { feeUnitOptions, policyOptions, sourceOptions, sourceWords, tierWords } from '~/components/stays/words.ts'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { ChecklistField } from './checklist-field.tsx'
import type { SectionProps } from './listing-settings.tsx'
import { SectionForm } from './section-form.tsx'
import { useTermsForm } from './use-terms-form.ts'

const TermsForm = ShortTermRentalForm.pick({
  cancellationPolicy: true,
  cancellationTiers: true,
  fees: true,
  taxes: true,
  channelFees: true,
  depositAmount: true,
  turnoverCost: true,
})
type TermsControl = Control<z.input<typeof TermsForm>, unknown, z.output<typeof TermsForm>>

const taxKindOptions = [{ value: 'percent', label: 'Percent' }, ...feeUnitOptions]
const taxedOptions = [
  { value: 'nights', label: 'Nights' },
  { value: 'extra_guests', label: 'Extra guests' },
  { value: 'cleaning', label: 'Cleaning' },
  { value: 'fee', label: 'Other fees' },
]

/** Cancellation, fees, taxes and the deposit. Bookings keep the terms of the day they were made. */
export function Terms({ rental }: SectionProps) {
  const form = useTermsForm(TermsForm, {
    cancellationPolicy: rental.cancellationPolicy,
    cancellationTiers: rental.cancellationTiers,
    fees: rental.fees,
    taxes: rental.taxes,
    channelFees: rental.channelFees,
    depositAmount: rental.depositAmount ?? '',
    turnoverCost: rental.turnoverCost ?? '',
  })
  const { control } = form
  return (
    <SectionForm rental={rental} form={form}>
      <Cancellation control={control} />
      <Fees control={control} />
      <Taxes control={control} />
      <FormGroup title="What channels keep" hint="Percent of the guest’s price before taxes.">
        {bookingSources.map((source) => (
          <NumberField
            key={source}
            control={control}
            name={`channelFees.${source}`}
            label={sourceWords(source)}
            after="%"
            step="0.1"
          />
        ))}
      </FormGroup>
      <FormGroup title="Deposit and costs">
        <MoneyField control={control} name="depositAmount" label="Deposit" hint="Held apart and given back." optional />
        <MoneyField
          control={control}
          name="turnoverCost"
          label="Cost of a cleaning"
          hint="What it costs you, for the analytics."
          optional
        />
      </FormGroup>
    </SectionForm>
  )
}

function Cancellation({ control }: { control: TermsControl }) {
  const policy = useWatch({ control, name: 'cancellationPolicy' }) ?? 'moderate'
  const { fields, append, remove } = useFieldArray({ control, name: 'cancellationTiers' })
  return (
    <FormGroup
      title="Cancellation"
      hint="What a guest who cancels gets back. If you cancel, the guest gets everything back."
    >
      <NativeSelectField control={control} name="cancellationPolicy" label="Policy" options={policyOptions} />
      {policy === 'custom' ? (
        <div className="grid gap-3 sm:col-span-2">
          {fields.map((tier, index) => (
            <div key={tier.id} className="flex items-end gap-3">
              <NumberField
                control={control}
                name={`cancellationTiers.${index}.daysBefore`}
                label="Days before check-in"
                inputMode="numeric"
                className="flex-1"
              />
              <NumberField
                control={control}
                name={`cancellationTiers.${index}.percent`}
                label="Refund of the nights"
                after="%"
                className="flex-1"
              />
              <Remove what={`tier ${index + 1}`} onPress={() => remove(index)} />
            </div>
          ))}
          <Add onPress={() => append({ daysBefore: 7, percent: 50 })}>Add a tier</Add>
        </div>
      ) : (
        <ul className="grid content-start gap-1 text-muted sm:pt-6">
          {standardTiers[policy].map((tier) => (
            <li key={tier.daysBefore}>{tierWords(tier)}</li>
          ))}
          <li>Later: nothing of the nights</li>
        </ul>
      )}
    </FormGroup>
  )
}

function Fees({ control }: { control: TermsControl }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'fees' })
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold tracking-tight">Fees</legend>
      <p className="mt-0.5 text-sm text-muted">Besides the cleaning fee: linen, parking, pets.</p>
      <div className="mt-3 grid gap-3">
        {fields.map((fee, index) => (
          <div key={fee.id} className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_12rem_auto]">
            <TextField control={control} name={`fees.${index}.name`} label="Fee" />
            <MoneyField control={control} name={`fees.${index}.amount`} label="Amount" />
            <NativeSelectField control={control} name={`fees.${index}.per`} label="Charged" options={feeUnitOptions} />
            <Remove what={`fee ${index + 1}`} onPress={() => remove(index)} />
          </div>
        ))}
        <Add onPress={() => append({ name: '', amount: '', per: 'per_stay' })}>Add a fee</Add>
      </div>
    </fieldset>
  )
}

function Taxes({ control }: { control: TermsControl }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'taxes' })
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold tracking-tight">Lodging taxes</legend>
      <p className="mt-0.5 text-sm text-muted">Each tax with the authority that it is due to.</p>
      <div className="mt-3 grid gap-4">
        {fields.map((tax, index) => (
          <TaxFields key={tax.id} control={control} index={index} onRemove={() => remove(index)} />
        ))}
        <Add
          onPress={() =>
            append({ name: '', jurisdiction: '', kind: 'percent', rate: '', exemptFromNights: '', remittedBy: [] })
          }
        >
          Add a tax
        </Add>
      </div>
    </fieldset>
  )
}

function TaxFields({ control, index, onRemove }: { control: TermsControl; index: number; onRemove: () => void }) {
  const kind = useWatch({ control, name: `taxes.${index}.kind` })
  return (
    <div className="grid items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
      <TextField control={control} name={`taxes.${index}.name`} label="Tax" placeholder="Occupancy tax" />
      <TextField control={control} name={`taxes.${index}.jurisdiction`} label="Due to" placeholder="City of Portland" />
      <NativeSelectField control={control} name={`taxes.${index}.kind`} label="Kind" options={taxKindOptions} />
      <NumberField
        control={control}
        name={`taxes.${index}.rate`}
        label="Rate"
        step="0.01"
        {...(kind === 'percent' ? { after: '%' } : { before: '$' })}
      />
      <NumberField
        control={control}
        name={`taxes.${index}.exemptFromNights`}
        label="Exempt from"
        hint="Longer stays pay none. Empty: all pay."
        after="nights"
        inputMode="numeric"
        optional
      />
      <div className="flex items-end justify-end sm:h-full">
        <Remove what={`tax ${index + 1}`} onPress={onRemove} />
      </div>
      {kind === 'percent' && (
        <ChecklistField
          control={control}
          name={`taxes.${index}.appliesTo`}
          label="Percent of"
          options={taxedOptions}
          columns=""
        />
      )}
      <ChecklistField
        control={control}
        name={`taxes.${index}.remittedBy`}
        label="The channel collects and pays it"
        options={sourceOptions.filter(({ value }) => value !== 'direct')}
        columns=""
      />
    </div>
  )
}

export const Add = ({ onPress, children }: { onPress: () => void; children: string }) => (
  <Button size="sm" variant="secondary" icon={<Plus aria-hidden />} className="justify-self-start" onClick={onPress}>
    {children}
  </Button>
)

export const Remove = ({ what, onPress }: { what: string; onPress: () => void }) => (
  <IconButton variant="danger-ghost" label={`Remove ${what}`} onClick={onPress}>
    <Trash2 aria-hidden />
  </IconButton>
)
