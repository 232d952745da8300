import { useForm, useWatch } from 'react-hook-form'
import { useUpdatePasswordMutation } from '~/api/accounts.ts'
import { PasswordField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { failures, passwordMismatch, passwordTooShort } from '~/texts/admin.ts'

interface Typed {
  currentPassword: string
  newPassword: string
  confirmPassword: string
}

const blank: Typed = { currentPassword: '', newPassword: '', confirmPassword: '' }
const shortest = 6

/** Changes one's own password; the other sessions end with it. */
export function PasswordCard() {
  const form = useForm<Typed>({ defaultValues: blank })
  const typed = useWatch({ control: form.control })
  const [update, { isLoading }] = useUpdatePasswordMutation()
  const isFilled = Boolean(typed.currentPassword && typed.newPassword && typed.confirmPassword)

  const objectTo = (field: keyof Typed, said: typeof passwordMismatch | typeof passwordTooShort) => {
    toast({ variant: 'destructive', ...said })
    form.setError(field, { type: 'server', message: said.description }, { shouldFocus: true })
  }

  const change = async ({ currentPassword, newPassword, confirmPassword }: Typed) => {
    if (newPassword !== confirmPassword) return objectTo('confirmPassword', passwordMismatch)
    if (newPassword.length < shortest) return objectTo('newPassword', passwordTooShort)
    try {
      await update({ currentPassword, newPassword }).unwrap()
      toast({ variant: 'success', title: 'Password Updated', description: 'Your other devices were signed out.' })
      form.reset(blank)
    } catch (error) {
      showIssues(form, error)
      toastError(failures.update, error)
    }
  }

  return (
    <SectionCard title="Change Password">
      <Form form={form} onSubmit={change}>
        <PasswordField
          control={form.control}
          name="currentPassword"
          label="Current Password"
          autoComplete="current-password"
          required
        />
        <PasswordField
          control={form.control}
          name="newPassword"
          label="New Password"
          autoComplete="new-password"
          required
        />
        <PasswordField
          control={form.control}
          name="confirmPassword"
          label="Confirm New Password"
          autoComplete="new-password"
          required
        />
        <p className="rounded-md bg-sunken px-3 py-2.5 text-sm text-muted">
          Password requirements: at least {shortest} characters, and none of the most common passwords. Longer is
          better. Changing it signs you out on your other devices.
        </p>
        <Button type="submit" loading={isLoading} disabled={!isFilled} className="justify-self-start phone:w-full">
          Change Password
        </Button>
      </Form>
    </SectionCard>
  )
}
