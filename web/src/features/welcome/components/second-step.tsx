import type { SecondStep as Asked, User } from '@keyhold/contracts/identity/accounts'
import {
  useEnterCodeMutation,
  usePasskeySignInMutation,
  usePasskeySignInOptionsMutation,
} from '~/api/second-factors.ts'
import { hasCode, messageOf } from '~/api/client/problem.ts'
import { CodeForm } from '~/components/second-factor/code-form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { askForPasskey } from '~/lib/passkeys.ts'
import { toast } from '~/lib/toast.ts'
import { loginFailed } from '~/texts/session.ts'

interface Props {
  methods: Asked['secondStep']
  onDone: (user: User) => Promise<void>
  /** Back to the password. */
  onCancel: () => void
}

/** After the right password: the second factor of the account. */
export default function SecondStep({ methods, onDone, onCancel }: Props) {
  const [enterCode] = useEnterCodeMutation()
  const [getOptions] = usePasskeySignInOptionsMutation()
  const [signIn] = usePasskeySignInMutation()

  const orStartAgain = (error: unknown): never => {
    if (hasCode(error, 'sign-in-expired')) {
      toast({ variant: 'destructive', title: loginFailed, description: messageOf(error) })
      onCancel()
    }
    throw error
  }
  const sendCode = async (code: string) => onDone(await enterCode({ code }).unwrap().catch(orStartAgain))
  const sendPasskey = async () => {
    const options = await getOptions({ purpose: 'second_step' }).unwrap().catch(orStartAgain)
    await onDone(
      await signIn(await askForPasskey(options))
        .unwrap()
        .catch(orStartAgain),
    )
  }

  return (
    <CodeForm methods={methods} onCode={sendCode} onPasskey={sendPasskey} submit="Continue">
      <Button variant="ghost" onClick={onCancel}>
        Back to sign-in
      </Button>
    </CodeForm>
  )
}
