import { useEffect } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { api } from '~/api/api.ts'
import { useSession } from '~/api/session.ts'
import { signedOut } from '~/api/session-slice.ts'
import { paths } from '~/lib/paths.ts'
import { toast } from '~/lib/toast.ts'

/** The end of a session: what was cached is forgotten; one that ended by itself says so and goes to sign in after 500 ms (spec §8). */
export function useSessionEnd(): void {
  const { status } = useSession()
  const navigate = useNavigate()
  const dispatch = useDispatch()

  useEffect(() => {
    if (status !== 'lost') return undefined
    toast({ variant: 'destructive', title: 'Unauthorized', description: 'You are logged out. Logging in again...' })
    const timer = setTimeout(() => {
      void navigate(paths.login, { replace: true })
      dispatch(signedOut())
    }, 500)
    return () => clearTimeout(timer)
  }, [status, navigate, dispatch])

  useEffect(() => {
    if (status === 'signed-out') dispatch(api.util.resetApiState())
  }, [status, dispatch])
}
