import { useState } from 'react'
import { useDispatch } from 'react-redux'
import { useNavigate } from 'react-router-dom'
import { messageOf } from '~/api/problem.ts'
import { useLogoutMutation } from '~/api/session.ts'
import { signedOut } from '~/api/session-slice.ts'
import { paths } from '~/lib/paths.ts'
import { toast } from '~/lib/toast.ts'

/** Signs out: whether or not the server could be told, what was cached is forgotten and the sign-in page follows after 500 ms (spec §4, §8). */
export function useLogout(): [() => void, boolean] {
  const [logout] = useLogoutMutation()
  const [leaving, setLeaving] = useState(false)
  const dispatch = useDispatch()
  const navigate = useNavigate()

  const leave = async () => {
    setLeaving(true)
    const answer = await logout()
    if (answer.error) toast({ variant: 'destructive', title: 'Logout failed', description: messageOf(answer.error, 'Failed to sign out') })
    else toast({ title: 'Logged out successfully', description: 'You have been signed out of your account.' })
    setTimeout(() => {
      void navigate(paths.login)
      dispatch(signedOut())
    }, 500)
  }
  return [() => void leave(), leaving]
}
