import { useEffect, useRef } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { api } from '~/api/client/api.ts'
import { signedOut } from '~/api/client/session-slice.ts'
import { useSession } from '~/api/client/session.ts'
import { paths } from '~/lib/paths.ts'
import { toast } from '~/lib/toast.ts'
import { leaveAfterMs, sessionLostToast } from '~/texts/session.ts'

/** Empties the cache when the session ends; a lost session shows a message and opens the sign-in page after 500 ms (spec §8). */
export function useSessionEnd(): void {
  const { status } = useSession()
  const navigate = useNavigate()
  const dispatch = useDispatch()

  const before = useRef(status)
  useEffect(() => {
    const isOver = status === 'signed-out' || status === 'lost'
    // By now no page is mounted that would fetch its records again.
    if (isOver && before.current !== status) dispatch(api.util.resetApiState())
    before.current = status
  }, [status, dispatch])

  useEffect(() => {
    if (status !== 'lost') return undefined
    // After the failed call's own message: of two messages the later one is shown.
    const say = setTimeout(() => toast(sessionLostToast))
    const timer = setTimeout(() => {
      void navigate(paths.login, { replace: true })
      dispatch(signedOut())
    }, leaveAfterMs)
    return () => {
      clearTimeout(say)
      clearTimeout(timer)
    }
  }, [status, navigate, dispatch])
}
