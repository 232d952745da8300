import { prose } from '@keyhold/contracts/scalars'
import { z } from '@keyhold/contracts/zod'
import { TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'

const Note = z.object({ note: z.union([z.literal(''), prose(1000)]) })

/** Asks what was wrong; the note may stay empty. */
export function NoteDialog({
  loading,
  onClose,
  onSave,
}: {
  loading: boolean
  onClose: () => void
  onSave: (note: string) => Promise<void>
}) {
  const form = useZodForm(Note, { defaultValues: { note: '' } })
  return (
    <Dialog title="What was wrong?" description="Your note stays with the answer in this log." onClose={onClose}>
      <Form form={form} onSubmit={({ note }) => onSave(note)} className="flex-1">
        <TextareaField control={form.control} name="note" label="Note (optional)" />
        <FormFooter submit="Rate as wrong" loading={loading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
