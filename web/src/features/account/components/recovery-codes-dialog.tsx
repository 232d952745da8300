import { Download } from 'lucide-react'
import { useUser } from '~/api/client/session.ts'
import { Button } from '~/components/ui/button.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { CopyButton } from '~/components/ui/copy-button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { recoveryFile } from '../second-factor.ts'

/** Shows new recovery codes, once. */
export function RecoveryCodesDialog({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { email } = useUser()
  const confirm = useConfirm()
  const leave = async () => {
    const goAhead = await confirm({
      title: 'Close without saving the codes?',
      description: 'They are not shown again. Without them, you may be locked out if you lose your phone or passkey.',
      confirmLabel: 'Close',
      cancelLabel: 'Back to the codes',
      destructive: true,
    })
    if (goAhead) onClose()
  }
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(recoveryFile(email, codes))}`
  return (
    <Dialog
      onClose={() => void leave()}
      title="Save your recovery codes"
      description="If you lose your phone or passkey, a recovery code lets you sign in. Each works once, and this is the only time they are shown."
    >
      <ul
        className="exact grid gap-x-4 gap-y-1.5 rounded-md bg-sunken px-4 py-3 sm:grid-cols-2"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 mb-5 flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label="Copy codes" />
        <Button asChild size="sm" variant="secondary">
          <a href={file} download="keyhold-recovery-codes.txt">
            <Download aria-hidden /> Download
          </a>
        </Button>
      </div>
      <DialogFooter>
        <Button onClick={onClose}>I saved them</Button>
      </DialogFooter>
    </Dialog>
  )
}
