import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import { useSetLandlordActiveMutation } from '~/api/admin-accounts.ts'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { fullName } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { failures } from '~/texts/admin.ts'

/** Suspends or reactivates a landlord's account, after asking. */
export function useSuspend(): (landlord: AdminLandlord) => Promise<void> {
  const confirm = useConfirm()
  const [setActive] = useSetLandlordActiveMutation()
  return async (landlord) => {
    const { id, email, isActive } = landlord
    const name = fullName(landlord)
    const goAhead = await confirm(
      isActive
        ? {
            title: `Suspend ${name}?`,
            description: `${email} is signed out at once and cannot sign in until you activate the account again. Their records are kept.`,
            confirmLabel: 'Suspend',
            destructive: true,
          }
        : {
            title: `Activate ${name}?`,
            description: `${email} can sign in again, and everything is as they left it.`,
            confirmLabel: 'Activate',
          },
    )
    if (!goAhead) return
    try {
      await setActive({ userId: id, isActive: !isActive }).unwrap()
      toast({ variant: 'success', title: isActive ? 'Account Suspended' : 'Account Activated', description: email })
    } catch (error) {
      toastError(failures.update, error)
    }
  }
}
