import { TicketReplyForm } from '@keyhold/contracts/identity/support-tickets'
import { Send } from 'lucide-react'
import type { KeyboardEvent, ReactNode } from 'react'
import { TextareaField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { toastError } from '~/lib/toast.ts'

function sendOnCtrlEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
  event.preventDefault()
  event.currentTarget.form?.requestSubmit()
}

/** Writes to a thread; the text remains if sending fails. `beside` is a second button. */
export function ReplyForm({
  label,
  sending,
  onSend,
  beside,
}: {
  label: string
  sending: boolean
  onSend: (message: string) => Promise<unknown>
  beside?: ReactNode
}) {
  const form = useZodForm(TicketReplyForm, { defaultValues: { message: '' } })

  const send = async ({ message }: { message: string }) => {
    try {
      await onSend(message)
      form.reset({ message: '' })
    } catch (error) {
      toastError('Message not sent', error)
      showIssues(form, error)
    }
  }

  return (
    <Form form={form} onSubmit={send} className="gap-3!">
      <TextareaField
        control={form.control}
        name="message"
        label={label}
        rows={3}
        maxLength={5000}
        onKeyDown={sendOnCtrlEnter}
        required
      />
      <div className="flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <p className="mr-auto text-sm text-muted phone:hidden">Ctrl + Enter sends.</p>
        {beside}
        <Button type="submit" icon={<Send aria-hidden />} loading={sending}>
          Send
        </Button>
      </div>
    </Form>
  )
}
