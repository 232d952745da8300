import type { AdminLandlord } from '@keyhold/contracts/identity/admin-accounts'
import type { TenantUser } from '@keyhold/contracts/identity/tenant-users'
import { useState } from 'react'
import { useResetLandlordPasswordMutation, useResetUserPasswordMutation } from '~/api/admin-accounts.ts'
import { ResetPasswordDialog } from '~/components/reset-password-dialog.tsx'
import { DatabaseDialog } from './database-dialog.tsx'
import { SubscriptionDialog } from './subscription-dialog.tsx'
import { TenantUsersDialog } from './tenant-users-dialog.tsx'
import { TrialDialog } from './trial-dialog.tsx'

export type LandlordDialog = 'subscription' | 'password' | 'trial' | 'users' | 'database'

interface Props {
  landlord: AdminLandlord
  onClose: () => void
}

const signedOutHint = 'They are signed out everywhere and must sign in with the new password.'

/** The one dialog about a landlord that is open. */
export function LandlordDialogs({ dialog, ...props }: Props & { dialog: LandlordDialog }) {
  if (dialog === 'subscription') return <SubscriptionDialog {...props} />
  if (dialog === 'trial') return <TrialDialog {...props} />
  if (dialog === 'users') return <TenantUsers {...props} />
  if (dialog === 'database') return <DatabaseDialog {...props} />
  return <LandlordPassword {...props} />
}

function LandlordPassword({ landlord, onClose }: Props) {
  const [reset, { isLoading }] = useResetLandlordPasswordMutation()
  return (
    <ResetPasswordDialog
      person={landlord}
      hint={signedOutHint}
      mustType
      loading={isLoading}
      onReset={(newPassword) => reset({ userId: landlord.id, newPassword }).unwrap()}
      onClose={onClose}
    />
  )
}

/** The list, or the dialog for one user's password: closing it leads back to the list. */
function TenantUsers({ landlord, onClose }: Props) {
  const [user, setUser] = useState<TenantUser | null>(null)
  const [reset, { isLoading }] = useResetUserPasswordMutation()
  if (!user) return <TenantUsersDialog landlord={landlord} onReset={setUser} onClose={onClose} />
  return (
    <ResetPasswordDialog
      person={user}
      hint={signedOutHint}
      mustType
      loading={isLoading}
      onReset={(newPassword) => reset({ userId: user.id, newPassword }).unwrap()}
      onClose={() => setUser(null)}
    />
  )
}
