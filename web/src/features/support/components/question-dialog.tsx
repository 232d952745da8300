import { TicketForm } from '@keyhold/contracts/identity/support-tickets'
import type { z } from '@keyhold/contracts/zod'
import { useNavigate } from 'react-router-dom'
import { useOpenTicketMutation } from '~/api/support-tickets.ts'
import { TextField, TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'

/** Asks the platform's support something new. */
export function QuestionDialog({ onClose }: { onClose: () => void }) {
  const [ask, { isLoading }] = useOpenTicketMutation()
  const navigate = useNavigate()
  const form = useZodForm(TicketForm, { defaultValues: { subject: '', message: '' } })

  const send = async (values: z.output<typeof TicketForm>) => {
    try {
      const { id } = await ask(values).unwrap()
      toast({ variant: 'success', title: 'Question sent', description: 'The answer will appear here.' })
      onClose()
      void navigate(paths.supportTicket(id))
    } catch (error) {
      toastError('Question not sent', error)
      showIssues(form, error)
    }
  }

  return (
    <Dialog onClose={onClose} title="New question" description="Only the Keyhold team can see it.">
      <Form form={form} onSubmit={send} className="flex-1">
        <TextField
          control={form.control}
          name="subject"
          label="Subject"
          placeholder="What is it about?"
          maxLength={200}
          autoComplete="off"
          required
        />
        <TextareaField
          control={form.control}
          name="message"
          label="Message"
          hint="What you did, what you saw and what you expected. Never include a password."
          rows={6}
          maxLength={5000}
          required
        />
        <FormFooter submit="Send question" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
