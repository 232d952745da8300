import { useState, type ReactNode } from 'react'
import { hasCode } from '~/api/client/problem.ts'
import { FactorPrompt } from './factor-prompt.tsx'
import { PasswordPrompt } from './password-prompt.tsx'

interface Waiting {
  asks: 'password' | 'factor'
  action: () => Promise<void>
  fail: (error: unknown) => void
}

/**
 * For changes that need the password, or the second factor, of a moment ago. `run` tries the change; where the server wants one of them, it is asked for
 * in the dialog that `prompt` holds, and the change is tried again. `eitherWorks`: the second factor in place of the password.
 */
export function useStepUp({ eitherWorks = false } = {}): {
  run: (action: () => Promise<void>, fail: (error: unknown) => void) => Promise<void>
  prompt: ReactNode
} {
  const [waiting, setWaiting] = useState<Waiting>()
  const run = async (action: Waiting['action'], fail: Waiting['fail']) => {
    try {
      await action()
    } catch (error) {
      if (hasCode(error, 'password-needed')) setWaiting({ asks: 'password', action, fail })
      else if (hasCode(error, 'second-factor-needed')) setWaiting({ asks: 'factor', action, fail })
      else fail(error)
    }
  }
  const close = () => setWaiting(undefined)
  const goOn = () => {
    close()
    if (waiting) void run(waiting.action, waiting.fail)
  }
  const prompt =
    waiting?.asks === 'factor' ? (
      <FactorPrompt onClose={close} onDone={goOn} />
    ) : (
      waiting && (
        <PasswordPrompt
          onClose={close}
          onDone={goOn}
          {...(eitherWorks ? { onOther: () => setWaiting({ ...waiting, asks: 'factor' }) } : {})}
        />
      )
    )
  return { run, prompt }
}
