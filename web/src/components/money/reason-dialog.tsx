import type { z } from '@keyhold/contracts/zod'
import type { ReactNode } from 'react'
import { TextareaField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Dialog } from '~/components/ui/dialog.tsx'
import { toastError } from '~/lib/toast.ts'

interface Reason {
  reason: string
}

/** Asks why an entry of the ledger is changed, and then changes it. */
export function ReasonDialog({
  schema,
  title,
  description,
  hint,
  submit,
  cancel,
  danger,
  failure,
  children,
  onConfirm,
  onClose,
}: {
  schema: z.ZodType<Reason, Reason>
  title: string
  description?: string
  hint?: string
  /** The word on the button that goes ahead: a verb. */
  submit: string
  cancel?: string
  danger?: boolean
  /** Title of the message when it fails. */
  failure: string
  /** What will happen. */
  children?: ReactNode
  /** Makes the change and says so; the dialog closes then. */
  onConfirm: (reason: string) => Promise<void>
  onClose: () => void
}) {
  const form = useZodForm(schema, { defaultValues: { reason: '' } })
  const confirm = async ({ reason }: Reason) => {
    try {
      await onConfirm(reason)
      onClose()
    } catch (error) {
      toastError(failure, error)
    }
  }
  return (
    <Dialog size="sm" onClose={onClose} title={title} description={description}>
      <Form form={form} onSubmit={confirm} className="flex-1">
        {children}
        <TextareaField control={form.control} name="reason" label="Reason" hint={hint} rows={3} required />
        <FormFooter
          submit={submit}
          cancel={cancel}
          danger={danger}
          loading={form.formState.isSubmitting}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
