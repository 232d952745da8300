import { weekdays } from '~/lib/nights.ts'
import type { FieldValues } from 'react-hook-form'
import type { Bound } from '~/components/form/form-field.tsx'
import { ChecklistField } from './checklist-field.tsx'

const options = weekdays.map(({ value, label }) => ({ value, label }))

/** Some of the seven weekdays, 1 is Monday. */
export const WeekdaysField = <I extends FieldValues, O>(
  props: Pick<Bound<I, O>, 'control' | 'name'> & { label: string },
) => <ChecklistField {...props} options={options} columns="sm:grid-cols-4" />
