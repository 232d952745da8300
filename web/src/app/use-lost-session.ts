import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { api } from '~/api/api.ts'
import { useSession } from '~/api/session.ts'
import { signedOut } from '~/api/session-slice.ts'
import { paths } from '~/lib/paths.ts'
import { toast } from '~/lib/toast.ts'

/** A session that ended by itself: say so, and go to sign in after 500 ms (spec §8). */
export function useLostSession(): void {
  const { status } = useSession()
  const navigate = useNavigate()
  const dispatch = useDispatch()

  useEffect(() => {
    if (status !== 'lost') return
    toast({ variant: 'destructive', title: 'Unauthorized', description: 'You are logged out. Logging in again...' })
    const timer = setTimeout(() => {
      void navigate(paths.login, { replace: true })
      dispatch(signedOut())
      dispatch(api.util.resetApiState())
    }, 500)
    return () => clearTimeout(timer)
  }, [status, navigate, dispatch])
}
