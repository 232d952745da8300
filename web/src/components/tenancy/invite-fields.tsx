import { useEffect, useRef } from 'react'
import { useWatch } from 'react-hook-form'
import { useListUnitsQuery } from '~/api/units.ts'
import { CheckboxField } from '../form/choice-fields.tsx'
import { TextField, TextareaField } from '../form/fields.tsx'
import { SelectField } from '../form/select-field.tsx'
import type { InvitationFormApi } from './invitation-form.ts'
import { OccupiedChoice } from './occupied-choice.tsx'
import { unitOptionOf, usePropertyOptions } from './property-options.ts'
import { SmsPreview } from './sms-preview.tsx'
import type { Question } from './tenant-fields.tsx'
import { idOf } from './tenant-form.ts'
import type { useOccupants } from './use-occupants.ts'

const noUnits: never[] = []

export function InviteFields({
  form,
  bySms,
  occupants,
  question,
}: {
  form: InvitationFormApi
  bySms: boolean
  occupants: Pick<ReturnType<typeof useOccupants>, 'tenancies' | 'isAsked'>
  question: Question
}) {
  const { control } = form
  const { options } = usePropertyOptions()
  const [phone, propertyId] = useWatch({ control, name: ['phone', 'propertyId'] })
  const home = idOf(propertyId)
  const units = useListUnitsQuery({ id: home }, { skip: home === '' }).currentData ?? noUnits
  const last = useRef(home)
  useEffect(() => {
    // Units belong to one property.
    if (last.current !== home) form.setValue('unitId', '')
    last.current = home
  }, [form, home])
  const hasPhone = typeof phone === 'string' && phone.trim() !== ''
  const person = bySms ? { required: true } : { optional: true }
  return (
    <>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <TextField
          control={control}
          name="email"
          label="Email"
          type="email"
          inputMode="email"
          autoComplete="off"
          required
        />
        <TextField control={control} name="phone" label="Phone" type="tel" autoComplete="off" {...person} />
        <TextField control={control} name="firstName" label="First Name" autoComplete="off" {...person} />
        <TextField control={control} name="lastName" label="Last Name" autoComplete="off" {...person} />
      </div>
      <SelectField control={control} name="propertyId" label="Property" options={options} none="No property yet" />
      {units.length > 1 && (
        <SelectField
          control={control}
          name="unitId"
          label="Unit"
          options={units.map(unitOptionOf)}
          placeholder="Choose a unit"
        />
      )}
      {occupants.isAsked && <OccupiedChoice tenancies={occupants.tenancies} question={question} />}
      <TextareaField
        control={control}
        name="message"
        label="Message"
        hint="If left empty, a short invitation is sent in your name."
        maxLength={1000}
        rows={3}
        optional
      />
      {!bySms && (
        <CheckboxField
          control={control}
          name="sendSMS"
          label="Also send the link by SMS"
          hint={hasPhone ? 'The invitation is also sent by email.' : 'Enter a phone number to text them.'}
          disabled={!hasPhone}
        />
      )}
      <SmsPreview form={form} />
    </>
  )
}
