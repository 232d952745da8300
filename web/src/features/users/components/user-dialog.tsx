import { type TenantUser, TenantUserChanges, TenantUserForm } from '@keyhold/contracts/identity/tenant-users'
import type { z } from '@keyhold/contracts/zod'
import type { Control, UseFormReturn } from 'react-hook-form'
import { hasCode, messageOf } from '~/api/client/problem.ts'
import { useCreateTenantUserMutation, useUpdateTenantUserMutation } from '~/api/tenant-users.ts'
import { useTenantChoices } from '~/api/tenants.ts'
import { SwitchField } from '~/components/form/choice-fields.tsx'
import { PasswordField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { fullName } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { failures, successes } from '~/texts/admin.ts'

/** The fields of both dialogs; only a new login has a password. */
const UserFields = TenantUserChanges.extend({
  email: TenantUserForm.shape.email,
  password: TenantUserForm.shape.password.optional(),
})
type Fields = z.output<typeof UserFields>
type UserControl = Control<z.input<typeof UserFields>, unknown, Fields>

/** Puts the server's objections on the fields they are about. */
function showRefusal(form: UseFormReturn<z.input<typeof UserFields>, unknown, Fields>, error: unknown): void {
  if (hasCode(error, 'email-taken'))
    form.setError('email', { type: 'server', message: messageOf(error) }, { shouldFocus: true })
  else showIssues(form, error)
}

/** Makes a portal login. */
export function AddUserDialog({ onClose }: { onClose: () => void }) {
  const [create, { isLoading }] = useCreateTenantUserMutation()
  const form = useZodForm(UserFields, {
    defaultValues: { email: '', password: '', firstName: '', lastName: '', phone: '', tenantId: '' },
  })

  const save = async ({ password = '', ...values }: Fields) => {
    try {
      const user = await create({ ...values, password }).unwrap()
      toast({
        variant: 'success',
        title: successes.userCreated,
        description: `${user.email} can sign in as a tenant with the password you set.`,
      })
      onClose()
    } catch (error) {
      toastError(failures.creation, error)
      showRefusal(form, error)
    }
  }

  return (
    <Dialog onClose={onClose} title="Add User" description="A portal login for one of your tenants.">
      <Form form={form} onSubmit={save} className="flex-1">
        <EmailField control={form.control} />
        <PasswordField
          control={form.control}
          name="password"
          label="Initial Password"
          hint="At least 6 characters. Share it with your tenant, who can change it under Settings."
          autoComplete="new-password"
          required
        />
        <Person control={form.control} />
        <TenantField control={form.control} />
        <FormFooter submit="Add User" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

/** Changes a portal login. */
export function EditUserDialog({ user, onClose }: { user: TenantUser; onClose: () => void }) {
  const [update, { isLoading }] = useUpdateTenantUserMutation()
  const { email, firstName, lastName, phone, tenantId, isActive } = user
  const form = useZodForm(UserFields, {
    defaultValues: { email, firstName, lastName, phone: phone ?? '', tenantId: tenantId ?? '', isActive },
  })

  const save = async (values: Fields) => {
    try {
      await update({ id: user.id, ...values }).unwrap()
      toast({ variant: 'success', title: 'User Updated' })
      onClose()
    } catch (error) {
      toastError(failures.update, error)
      showRefusal(form, error)
    }
  }

  return (
    <Dialog onClose={onClose} title="Edit User" description={fullName(user)}>
      <Form form={form} onSubmit={save} className="flex-1">
        <EmailField control={form.control} />
        <Person control={form.control} />
        <TenantField control={form.control} current={tenantId} />
        <SwitchField
          control={form.control}
          name="isActive"
          label="Active"
          hint="An inactive user is signed out right away and can’t sign in."
        />
        <FormFooter submit="Save changes" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}

function EmailField({ control }: { control: UserControl }) {
  return (
    <TextField
      control={control}
      name="email"
      label="Email"
      type="email"
      inputMode="email"
      autoComplete="off"
      required
    />
  )
}

function Person({ control }: { control: UserControl }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField control={control} name="firstName" label="First Name" autoComplete="off" optional />
      <TextField control={control} name="lastName" label="Last Name" autoComplete="off" optional />
      <TextField control={control} name="phone" label="Phone" type="tel" inputMode="tel" autoComplete="off" optional />
    </div>
  )
}

function TenantField({ control, current }: { control: UserControl; current?: string | null }) {
  const { options, isLoading } = useTenantChoices()
  // A former tenant is not offered as a choice, but remains selected.
  const isMissing = Boolean(current) && !isLoading && !options.some(({ value }) => value === current)
  return (
    <SelectField
      control={control}
      name="tenantId"
      label="Tenant record"
      hint="What this login shows in the portal: the tenant's home, payments and requests."
      none="Not linked yet"
      options={isMissing && current ? [...options, { value: current, label: 'Former tenant' }] : options}
    />
  )
}
