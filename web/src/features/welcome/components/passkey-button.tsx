import type { User } from '@keyhold/contracts/identity/accounts'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '~/api/client/api.ts'
import { Button } from '~/components/ui/button.tsx'
import { siteLook } from '~/lib/branding.ts'
import { hasPasskeys } from '~/lib/has-passkeys.ts'

/** Signs in without a password. Nothing where this browser offers no passkeys. */
export function PasskeyButton({ onDone }: { onDone: (user: User) => Promise<void> }) {
  const dispatch = useDispatch<ApiDispatch>()
  const [isLoading, setLoading] = useState(false)
  // A passkey belongs to the site's own host.
  if (!hasPasskeys() || siteLook) return null
  const start = async () => {
    setLoading(true)
    const { signInWithPasskey } = await import('../passkey-sign-in.ts')
    const user = await signInWithPasskey(dispatch)
    if (user) await onDone(user)
    setLoading(false)
  }
  return (
    <Button variant="secondary" size="lg" loading={isLoading} onClick={() => void start()}>
      Sign in with a passkey
    </Button>
  )
}
