import {
  useConfirmCodeMutation,
  useConfirmPasskeyMutation,
  useConfirmPasskeyOptionsMutation,
  useGetSecondFactorQuery,
} from '~/api/second-factors.ts'
import { CodeForm } from '~/components/second-factor/code-form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { askForPasskey } from '~/lib/passkeys.ts'
import { methodsOf } from '../second-factor.ts'

/** Asks for the second factor again; `onDone` once it was right. */
export function FactorPrompt({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const { data } = useGetSecondFactorQuery()
  const [confirmCode] = useConfirmCodeMutation()
  const [getOptions] = useConfirmPasskeyOptionsMutation()
  const [confirmPasskey] = useConfirmPasskeyMutation()
  const sendCode = async (code: string) => {
    await confirmCode({ code }).unwrap()
    onDone()
  }
  const sendPasskey = async () => {
    await confirmPasskey(await askForPasskey(await getOptions().unwrap())).unwrap()
    onDone()
  }
  return (
    <Dialog onClose={onClose} title="Confirm it’s you" description="This change needs your second factor." size="sm">
      {data && (
        <CodeForm methods={methodsOf(data)} onCode={sendCode} onPasskey={sendPasskey} submit="Continue">
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
        </CodeForm>
      )}
    </Dialog>
  )
}
