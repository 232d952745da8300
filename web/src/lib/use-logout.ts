import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { useLogoutMutation } from '~/api/accounts.ts'
import { messageOf } from '~/api/client/problem.ts'
import { leaving, signedOut } from '~/api/client/session-slice.ts'
import { forgetPush } from '~/lib/forget-push.ts'
import { paths } from '~/lib/paths.ts'
import { keepToast, toast, type ToastWords } from '~/lib/toast.ts'
import { leaveAfterMs, loggedOutToast, logoutFailed } from '~/texts/session.ts'

/** Signs out: clears the cache, even if the server can't be reached, and opens the sign-in page after 500 ms (spec §4, §8). */
export const useLogout = (): Leave => useLeaving('sign-in')

/** The Sign Out of tenants and of the administrator: also reloads the page, so that nothing is left in memory (spec 1 §4). */
export const useSignOut = (): Leave => useLeaving('reload')

type Leave = [leave: () => void, isLeaving: boolean]

function useLeaving(end: 'sign-in' | 'reload'): Leave {
  const [logout] = useLogoutMutation()
  const [isLeaving, setLeaving] = useState(false)
  const dispatch = useDispatch()
  const navigate = useNavigate()

  const leave = async () => {
    setLeaving(true)
    // Before the call: it ends the stream, too.
    dispatch(leaving())
    const forgotten = forgetPush()
    const { error } = await logout()
    await forgotten
    const words: ToastWords = error
      ? { variant: 'destructive', title: logoutFailed.title, description: messageOf(error, logoutFailed.otherwise) }
      : loggedOutToast
    toast(words)
    setTimeout(() => {
      void navigate(paths.login)
      dispatch(signedOut())
      if (end !== 'reload') return
      keepToast(words)
      location.reload()
    }, leaveAfterMs)
  }
  return [() => void leave(), isLeaving]
}
