import { Button } from '~/components/ui/button.tsx'
import { DialogFooter } from '~/components/ui/dialog.tsx'

/** The footer of a dialog's form: cancel and submit. */
export function FormFooter({
  submit,
  loading,
  disabled,
  danger = false,
  cancel = 'Cancel',
  onCancel,
}: {
  /** The word on the button that sends the form: a verb. */
  submit: string
  loading: boolean
  disabled?: boolean
  /** Something is lost. */
  danger?: boolean
  cancel?: string
  onCancel: () => void
}) {
  return (
    <DialogFooter>
      <Button type="button" variant="secondary" onClick={onCancel}>
        {cancel}
      </Button>
      <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={loading} disabled={disabled}>
        {submit}
      </Button>
    </DialogFooter>
  )
}
