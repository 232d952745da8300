import { newPassword } from '@keyhold/contracts/identity/accounts'
import { z } from '@keyhold/contracts/zod'
import { useWatch } from 'react-hook-form'
import { PasswordField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { fullName } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { failures, successes } from '~/texts/admin.ts'

const NewPassword = z.object({ newPassword })

interface Person {
  email: string
  firstName: string
  lastName: string
}

/** Sets a new password for someone else, who is signed out everywhere. */
export function ResetPasswordDialog({
  person,
  hint,
  mustType = false,
  loading,
  onReset,
  onClose,
}: {
  person: Person
  hint: string
  /** The button is disabled while the field is empty. */
  mustType?: boolean
  loading: boolean
  onReset: (newPassword: string) => Promise<unknown>
  onClose: () => void
}) {
  const form = useZodForm(NewPassword, { defaultValues: { newPassword: '' } })
  const typed = useWatch({ control: form.control, name: 'newPassword' })

  const reset = async (values: z.output<typeof NewPassword>) => {
    try {
      await onReset(values.newPassword)
      toast({
        variant: 'success',
        title: successes.passwordReset,
        description: `${person.email} was signed out and can now sign in with the new password.`,
      })
      onClose()
    } catch (error) {
      toastError(failures.reset, error)
      showIssues(form, error)
    }
  }

  return (
    <Dialog onClose={onClose} size="sm" title="Reset Password" description={`${fullName(person)} · ${person.email}`}>
      <Form form={form} onSubmit={reset} className="flex-1">
        <PasswordField
          control={form.control}
          name="newPassword"
          label="New Password"
          hint={`At least 6 characters. ${hint}`}
          autoComplete="new-password"
          required
        />
        <FormFooter submit="Reset Password" loading={loading} disabled={mustType && !typed} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
