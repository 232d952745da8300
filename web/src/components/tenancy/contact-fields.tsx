import { TextField } from '../form/fields.tsx'
import { FormGroup } from '../form/form-group.tsx'
import { type TenantFormApi } from './tenant-form.ts'

export function ContactFields({ form: { control }, needsPhone }: { form: TenantFormApi; needsPhone?: boolean }) {
  return (
    <FormGroup title="Contact">
      <TextField control={control} name="firstName" label="First Name" autoComplete="off" required />
      <TextField control={control} name="lastName" label="Last Name" autoComplete="off" required />
      <TextField
        control={control}
        name="email"
        label="Email"
        type="email"
        inputMode="email"
        autoComplete="off"
        required
      />
      <TextField
        control={control}
        name="phone"
        label="Phone"
        type="tel"
        autoComplete="off"
        required={needsPhone}
        optional={!needsPhone}
      />
    </FormGroup>
  )
}
