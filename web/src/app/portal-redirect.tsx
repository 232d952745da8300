import { useEffect } from 'react'
import { Navigate } from 'react-router-dom'
import { paths } from '~/lib/paths.ts'
import { toast } from '~/lib/toast.ts'
import { portalDeniedToast } from '~/texts/session.ts'

/** The tenant portal's address for someone signed out: says why, and goes to sign in (spec 2 §8). Silent after signing out. */
export function PortalRedirect({ hasLeft }: { hasLeft: boolean }) {
  useEffect(() => {
    if (!hasLeft) toast(portalDeniedToast)
  }, [hasLeft])
  return <Navigate to={paths.login} replace />
}
