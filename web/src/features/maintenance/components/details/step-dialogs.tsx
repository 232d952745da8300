import type { MaintenanceRequest } from '@keyhold/contracts/maintenance/requests'
import { useState } from 'react'
import { messageOf } from '~/api/client/problem.ts'
import { useUpdateMaintenanceMutation } from '~/api/requests.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input, Textarea } from '~/components/ui/input.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { toast } from '~/lib/toast.ts'

interface Props {
  request: MaintenanceRequest
  onClose: () => void
}

/** Closes a request without doing it; the tenant reads the reason. */
export function CancelDialog({ request, onClose }: Props) {
  const [update, { isLoading, error }] = useUpdateMaintenanceMutation()
  const [note, setNote] = useState('')
  const save = async () => {
    await update({ id: request.id, status: 'cancelled', ...(note.trim() ? { note } : {}) }).unwrap()
    toast({ variant: 'success', title: 'Request cancelled', description: request.title })
    onClose()
  }
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Cancel this request?"
      description={`“${request.title}” will be closed without being completed.${request.tenantName ? ` ${request.tenantName} will see it as cancelled.` : ''}`}
    >
      <StepForm
        isLoading={isLoading}
        error={error}
        submit="Cancel request"
        cancel="Keep it"
        danger
        save={save}
        onClose={onClose}
      >
        <Field label="Reason" optional hint={request.tenantId ? 'The tenant reads it.' : undefined}>
          {(bound) => (
            <Textarea
              {...bound}
              rows={3}
              maxLength={2000}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </StepForm>
    </Dialog>
  )
}

/** Says what the work waits for; the tenant reads it. */
export function WaitDialog({ request, onClose }: Props) {
  const [update, { isLoading, error }] = useUpdateMaintenanceMutation()
  const [waitingFor, setWaitingFor] = useState('')
  const [note, setNote] = useState('')
  const save = async () => {
    if (!waitingFor.trim()) return
    await update({ id: request.id, waitingFor, ...(note.trim() ? { note } : {}) }).unwrap()
    toast({ variant: 'success', title: 'The tenant sees what the work waits for', description: request.title })
    onClose()
  }
  return (
    <Dialog size="sm" onClose={onClose} title="Waiting for parts" description="The request stays in progress.">
      <StepForm isLoading={isLoading} error={error} submit="Save" save={save} onClose={onClose}>
        <Field label="What does it wait for?" required>
          {(bound) => (
            <Input
              {...bound}
              maxLength={200}
              value={waitingFor}
              placeholder="A new valve"
              onChange={(event) => setWaitingFor(event.target.value)}
            />
          )}
        </Field>
        <Field label="Note" optional>
          {(bound) => (
            <Textarea
              {...bound}
              rows={2}
              maxLength={2000}
              value={note}
              onChange={(event) => setNote(event.target.value)}
            />
          )}
        </Field>
      </StepForm>
    </Dialog>
  )
}

function StepForm({
  isLoading,
  error,
  submit,
  cancel = 'Cancel',
  danger = false,
  save,
  onClose,
  children,
}: {
  isLoading: boolean
  error: unknown
  submit: string
  cancel?: string
  danger?: boolean
  save: () => Promise<unknown>
  onClose: () => void
  children: React.ReactNode
}) {
  return (
    <form
      className="grid flex-1 content-start gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isLoading) void save().catch(() => {})
      }}
    >
      {children}
      {error != null && <Callout tone="danger">{messageOf(error)}</Callout>}
      <DialogFooter>
        <Button type="button" variant="secondary" onClick={onClose}>
          {cancel}
        </Button>
        <Button type="submit" variant={danger ? 'danger' : 'primary'} loading={isLoading}>
          {submit}
        </Button>
      </DialogFooter>
    </form>
  )
}
