import { useWatch } from 'react-hook-form'
import { CheckboxField } from '../form/choice-fields.tsx'
import { TextField, TextareaField } from '../form/fields.tsx'
import { SelectField } from '../form/select-field.tsx'
import type { InvitationFormApi } from './invitation-form.ts'
import { usePropertyOptions } from './property-options.ts'
import { SmsPreview } from './sms-preview.tsx'

export function InviteFields({ form, bySms }: { form: InvitationFormApi; bySms: boolean }) {
  const { control } = form
  const { options } = usePropertyOptions()
  const phone = useWatch({ control, name: 'phone' })
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
      <TextareaField
        control={control}
        name="message"
        label="Message"
        hint="Left empty, a short invitation in your name is sent."
        maxLength={1000}
        rows={3}
        optional
      />
      {!bySms && (
        <CheckboxField
          control={control}
          name="sendSMS"
          label="Send the link by SMS, too"
          hint={hasPhone ? 'The invitation also goes out by e-mail.' : 'Enter a phone number to text them.'}
          disabled={!hasPhone}
        />
      )}
      <SmsPreview form={form} />
    </>
  )
}
