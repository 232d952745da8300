import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import { useResetSecondFactorMutation } from '~/api/second-factors.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { fullName } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { failures } from '~/texts/admin.ts'

/** Removes the second factor of a landlord who lost it, after asking. */
export function useResetFactor(): (landlord: AdminLandlord) => Promise<void> {
  const confirm = useConfirm()
  const [reset] = useResetSecondFactorMutation()
  return async (landlord) => {
    const { id: userId, email } = landlord
    const goAhead = await confirm({
      title: `Reset two-step sign-in of ${fullName(landlord)}?`,
      description: `The authenticator app, passkeys and recovery codes of ${email} stop working, and the account is signed out everywhere. Make sure that it is really them who ask. They are told by email.`,
      confirmLabel: 'Reset',
      destructive: true,
    })
    if (!goAhead) return
    try {
      await reset({ userId }).unwrap()
      toast({ variant: 'success', title: 'Two-step sign-in reset', description: email })
    } catch (error) {
      toastError(failures.reset, error)
    }
  }
}
