import { type TenantUser } from '@keyhold/contracts/identity/tenant-users'
import { newPassword } from '@keyhold/contracts/identity/accounts'
import { z } from '@keyhold/contracts/zod'
import { messageOf } from '~/api/client/problem.ts'
import { PasswordField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { fullName } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { failures, successes } from '~/texts/admin.ts'
import { useResetTenantPasswordMutation } from '~/api/tenant-users.ts'

const NewPassword = z.object({ newPassword })

/** Sets a new password for a tenant who can't get in. */
export function PasswordDialog({ user, onClose }: { user: TenantUser; onClose: () => void }) {
  const [reset, { isLoading }] = useResetTenantPasswordMutation()
  const form = useZodForm(NewPassword, { defaultValues: { newPassword: '' } })

  const set = async (values: z.output<typeof NewPassword>) => {
    try {
      await reset({ userId: user.id, newPassword: values.newPassword }).unwrap()
      toast({
        variant: 'success',
        title: successes.passwordReset,
        description: `${user.email} was signed out and can use the new password now.`,
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
      description={`${fullName(user)} · ${user.email}`}
    >
      <Form form={form} onSubmit={set} className="flex-1">
        <PasswordField
          control={form.control}
          name="newPassword"
          label="New Password"
          hint="At least 6 characters. Your tenant is signed out everywhere and needs it to come back."
          autoComplete="new-password"
          required
        />
        <DialogFooter>
          <Button type="button" variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isLoading}>
            Reset Password
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
