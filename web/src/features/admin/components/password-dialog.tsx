import { newPassword } from '@keyhold/contracts/identity/accounts'
import { z } from '@keyhold/contracts/zod'
import { useWatch } from 'react-hook-form'
import { messageOf } from '~/api/client/problem.ts'
import { PasswordField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { fullName } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { failures, successes } from '~/texts/admin.ts'

const NewPassword = z.object({ newPassword })

interface Person {
  email: string
  firstName: string
  lastName: string
}

/** Sets a new password for a landlord, or for one of a landlord's tenants. */
export function PasswordDialog({
  person,
  loading,
  onReset,
  onClose,
}: {
  person: Person
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
        description: `${person.email} was signed out and can use the new password now.`,
      })
      onClose()
    } catch (error) {
      toast({ variant: 'destructive', title: failures.reset, description: messageOf(error) })
      showIssues(form, error)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Reset Password"
      description={`${fullName(person)} · ${person.email}`}
    >
      <Form form={form} onSubmit={reset} className="flex-1">
        <PasswordField
          control={form.control}
          name="newPassword"
          label="New Password"
          hint="At least 6 characters. They are signed out everywhere and need it to come back."
          autoComplete="new-password"
          required
        />
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={loading} disabled={!typed}>
            Reset Password
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
