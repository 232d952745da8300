import { PriceRules } from '@keyhold/contracts/properties/stays/listing-terms'
import type { z } from '@keyhold/contracts/zod'
import { type Control, useFieldArray } from 'react-hook-form'
import { usePriceRulesQuery, useSavePriceRulesMutation } from '~/api/calendar.ts'
import { CheckboxField } from '~/components/form/choice-fields.tsx'
import { DateField, MoneyField, NumberField, TextField } from '~/components/form/fields.tsx'
import { FormGroup } from '~/components/form/form-group.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { Card } from '~/components/ui/card.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { weekdays } from '~/lib/nights.ts'
import { toast, toastError } from '~/lib/toast.ts'
import type { SectionProps } from './listing-settings.tsx'
import { OptionalRules } from './optional-rules.tsx'
import { withAllWeekdays, withUsedWeekdays } from './rules-form.ts'
import { SaveBar } from './section-form.tsx'
import { Add, Remove } from './terms.tsx'
import { useTermsForm } from './use-terms-form.ts'

export type RulesControl = Control<z.input<typeof PriceRules>, unknown, PriceRules>

/** How prices and minimum stays differ by night. */
export function PriceRulesForm({ rental }: SectionProps) {
  const { currentData, error, refetch } = usePriceRulesQuery({ id: rental.id })
  if (currentData) return <Fields key={rental.id} rental={rental} rules={currentData.rules} />
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  return <RowSkeletons count={6} />
}

function Fields({ rental, rules }: SectionProps & { rules: PriceRules }) {
  const [save, { isLoading }] = useSavePriceRulesMutation()
  const form = useTermsForm(PriceRules, withAllWeekdays(rules))
  const { control } = form
  const send = async (values: PriceRules) => {
    try {
      await save({ id: rental.id, ...withUsedWeekdays(values) }).unwrap()
      toast({ variant: 'success', title: 'Price rules saved', description: rental.listingName })
      form.reset(form.getValues())
    } catch (error) {
      showIssues(form, error)
      toastError('Failed to save the price rules', error)
    }
  }
  return (
    <Card className="max-w-3xl">
      <Form form={form} onSubmit={send} className="gap-6">
        <p className="text-muted">
          The base price, then weekday, season and the rules below, between the lowest and the highest price. A price
          that you set in the calendar comes before all of them. Percentages may be negative.
        </p>
        <FormGroup title="Limits">
          <MoneyField control={control} name="minimumPrice" label="Lowest price" optional />
          <MoneyField control={control} name="maximumPrice" label="Highest price" optional />
        </FormGroup>
        <Weekdays control={control} />
        <Seasons control={control} />
        <OptionalRules control={control} />
        <LengthOfStay control={control} />
        <SaveBar loading={isLoading} />
      </Form>
    </Card>
  )
}

function Weekdays({ control }: { control: RulesControl }) {
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold tracking-tight">Weekdays</legend>
      <p className="mt-0.5 text-sm text-muted">By the evening of the night: a weekend is Friday and Saturday.</p>
      <div className="mt-3 grid gap-2">
        <div aria-hidden className="grid grid-cols-[5.5rem_minmax(0,1fr)_minmax(0,1fr)] gap-3 text-sm font-medium">
          <span>Night</span>
          <span>Change of price</span>
          <span>Minimum nights</span>
        </div>
        {weekdays.map(({ label }, index) => (
          <div key={label} className="grid grid-cols-[5.5rem_minmax(0,1fr)_minmax(0,1fr)] items-center gap-3">
            <span className="pt-1.5">{label}</span>
            <NumberField
              control={control}
              name={`weekdays.${index}.percent`}
              label={<span className="sr-only">{label}, change of the price</span>}
              after="%"
              step="1"
            />
            <NumberField
              control={control}
              name={`weekdays.${index}.minimumStay`}
              label={<span className="sr-only">{label}, minimum stay</span>}
              placeholder="None"
              inputMode="numeric"
            />
          </div>
        ))}
      </div>
    </fieldset>
  )
}

function Seasons({ control }: { control: RulesControl }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'seasons' })
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold tracking-tight">Seasons</legend>
      <p className="mt-0.5 text-sm text-muted">Both ends included. The first that fits a night counts.</p>
      <div className="mt-3 grid gap-4">
        {fields.map((season, index) => (
          <div key={season.id} className="grid items-start gap-3 rounded-md border border-line p-3 sm:grid-cols-2">
            <TextField control={control} name={`seasons.${index}.name`} label="Season" placeholder="Summer" />
            <NumberField control={control} name={`seasons.${index}.percent`} label="Change of the price" after="%" />
            <DateField control={control} name={`seasons.${index}.from`} label="First night" />
            <DateField control={control} name={`seasons.${index}.to`} label="Last night" />
            <NumberField
              control={control}
              name={`seasons.${index}.minimumStay`}
              label="Minimum stay"
              after="nights"
              inputMode="numeric"
              optional
            />
            <div className="flex items-end justify-between gap-2 sm:h-full">
              <CheckboxField
                control={control}
                name={`seasons.${index}.everyYear`}
                label="Every year"
                className="pb-2"
              />
              <Remove what={`season ${index + 1}`} onPress={() => remove(index)} />
            </div>
          </div>
        ))}
        <Add onPress={() => append({ name: '', from: '', to: '', everyYear: true, percent: 20, minimumStay: '' })}>
          Add a season
        </Add>
      </div>
    </fieldset>
  )
}

function LengthOfStay({ control }: { control: RulesControl }) {
  const { fields, append, remove } = useFieldArray({ control, name: 'lengthOfStay' })
  return (
    <fieldset className="min-w-0">
      <legend className="font-semibold tracking-tight">Longer stays</legend>
      <p className="mt-0.5 text-sm text-muted">The discount for the longest length that a stay reaches counts.</p>
      <div className="mt-3 grid gap-3">
        {fields.map((step, index) => (
          <div key={step.id} className="flex items-end gap-3">
            <NumberField
              control={control}
              name={`lengthOfStay.${index}.nights`}
              label="From"
              after="nights"
              inputMode="numeric"
              className="flex-1"
            />
            <NumberField
              control={control}
              name={`lengthOfStay.${index}.percent`}
              label="Discount"
              after="%"
              className="flex-1"
            />
            <Remove what={`discount ${index + 1}`} onPress={() => remove(index)} />
          </div>
        ))}
        <Add onPress={() => append({ nights: 7, percent: 10 })}>Add a discount</Add>
      </div>
    </fieldset>
  )
}
