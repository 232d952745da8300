import { z } from '@keyhold/contracts/zod'
import { line, prose } from '@keyhold/contracts/scalars'
import { useState } from 'react'
import { useDispatch } from 'react-redux'
import type { ApiDispatch } from '~/api/client/api.ts'
import { TextareaField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { messageSent, tenantSendFailed } from '~/texts/conversations.ts'
import { newClientId } from '../outbox.ts'
import { sendMessage } from '../view.ts'

const QuestionForm = z.object({
  subject: line(200, 'Subject is required'),
  message: prose(5000, 'Write a message first'),
})

/** A tenant writes to the landlord about something new. `made`: the conversation to open. */
export default function TenantConversationDialog({ onClose }: { onClose: (made?: string) => void }) {
  const dispatch = useDispatch<ApiDispatch>()
  const [isSending, setSending] = useState(false)
  // Of all attempts to send this form: it is stored once.
  const [clientId] = useState(newClientId)
  const form = useZodForm(QuestionForm, { defaultValues: { subject: '', message: '' } })
  const send = async (values: z.output<typeof QuestionForm>) => {
    setSending(true)
    try {
      const outgoing = { ...values, clientId, conversationId: null, fileIds: [] }
      const { conversationId } = await sendMessage(dispatch, 'tenant', outgoing)
      toast({ variant: 'success', title: messageSent })
      onClose(conversationId)
    } catch (error) {
      toastError(tenantSendFailed, error)
      showIssues(form, error)
    } finally {
      setSending(false)
    }
  }
  return (
    <Dialog onClose={() => onClose()} title="New Conversation" description="Your landlord reads it.">
      <Form form={form} onSubmit={send} className="flex-1">
        <TextField control={form.control} name="subject" label="Subject" maxLength={200} autoComplete="off" required />
        <TextareaField control={form.control} name="message" label="Message" rows={5} maxLength={5000} required />
        <FormFooter submit="Send" loading={isSending} onCancel={() => onClose()} />
      </Form>
    </Dialog>
  )
}
