import { useState } from 'react'
import type { WorkOrderSent } from '@keyhold/contracts/maintenance/work-orders'
import type { z } from '@keyhold/contracts/zod'
import { messageOf } from '~/api/client/problem.ts'
import { useVendors } from '~/api/vendors.ts'
import { useSendWorkOrderMutation } from '~/api/work-orders.ts'
import { CopyButton } from '~/components/ui/copy-button.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Checkbox, RadioCards } from '~/components/ui/choices.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Field } from '~/components/ui/field.tsx'
import { Input, Textarea } from '~/components/ui/input.tsx'
import { NativeSelect } from '~/components/ui/native-select.tsx'
import { Callout, EmptyState } from '~/components/ui/states.tsx'
import type { Full } from './conversation.tsx'

type Sent = z.output<typeof WorkOrderSent>
type Channel = 'sms' | 'email' | 'link'

/** Sends a request to a vendor as a link that needs no account. */
export function SendWorkOrderDialog({ request, onClose }: { request: Full; onClose: () => void }) {
  const [sent, setSent] = useState<Sent | null>(null)
  return (
    <Dialog
      onClose={onClose}
      title={sent ? 'Work order' : 'Send to vendor'}
      description={sent ? undefined : 'A link that shows the work order. The vendor needs no account.'}
    >
      {sent ? <Done sent={sent} onClose={onClose} /> : <Fields request={request} onSent={setSent} onClose={onClose} />}
    </Dialog>
  )
}

function Fields({ request, onSent, onClose }: { request: Full; onSent: (sent: Sent) => void; onClose: () => void }) {
  const vendors = useVendors()
  const [send, { isLoading, error }] = useSendWorkOrderMutation()
  const [vendorId, setVendor] = useState(request.vendorId ?? '')
  const [chosen, setChannel] = useState<Channel | null>(null)
  const [accessNotes, setNotes] = useState('')
  const [sharesTenant, setShares] = useState(false)
  const vendor = vendors.find(({ id }) => id === vendorId)
  const options: { value: Channel; label: string; hint: string }[] = [
    ...(vendor?.phone ? [{ value: 'sms' as const, label: 'Text', hint: vendor.phone }] : []),
    ...(vendor?.email ? [{ value: 'email' as const, label: 'Mail', hint: vendor.email }] : []),
    { value: 'link', label: 'Copy the link', hint: 'You pass it on yourself' },
  ]
  const { value: channel } = options.find(({ value }) => value === chosen) ?? options[0]!

  if (vendors.length === 0)
    return (
      <EmptyState
        compact
        title="No vendors yet"
        description="Add a vendor with a phone number or an email address first, in the Vendors tab."
      />
    )
  return (
    <form
      className="grid flex-1 content-start gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (isLoading || !vendorId) return
        void send({ id: request.id, vendorId, channel, sharesTenant, ...(accessNotes.trim() ? { accessNotes } : {}) })
          .unwrap()
          .then(onSent, () => {})
      }}
    >
      <Field label="Vendor" required>
        {(bound) => (
          <NativeSelect
            {...bound}
            value={vendorId}
            placeholder="Choose a vendor"
            options={vendors.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(event) => setVendor(event.target.value)}
          />
        )}
      </Field>
      {vendor && <RadioCards aria-label="How" value={channel} onValueChange={setChannel} options={options} />}
      <Field
        label="Access notes"
        optional
        hint="Where the key is, whom to ask for, where to park. Shown once the vendor has accepted."
      >
        {(bound) => (
          <Textarea
            {...bound}
            rows={3}
            maxLength={1000}
            value={accessNotes}
            onChange={(event) => setNotes(event.target.value)}
          />
        )}
      </Field>
      {request.tenantId && (
        <div className="flex items-start gap-2.5">
          <Checkbox
            id="share-tenant"
            aria-describedby="share-tenant-hint"
            className="mt-0.5"
            checked={sharesTenant}
            onCheckedChange={(checked) => setShares(checked === true)}
          />
          <div>
            <label htmlFor="share-tenant">Share {request.tenantName ?? 'the tenant'}’s name and phone number</label>
            <p id="share-tenant-hint" className="text-sm text-muted">
              Otherwise the vendor sees the address and the problem only.
            </p>
          </div>
        </div>
      )}
      {error && <Callout tone="danger">{messageOf(error)}</Callout>}
      <DialogFooter>
        <Button type="button" variant="secondary" onClick={onClose}>
          Cancel
        </Button>
        <Button type="submit" loading={isLoading} disabled={!vendorId}>
          {channel === 'link' ? 'Make the link' : 'Send'}
        </Button>
      </DialogFooter>
    </form>
  )
}

function Done({ sent, onClose }: { sent: Sent; onClose: () => void }) {
  const isSent = sent.delivery === 'sent'
  return (
    <div className="grid flex-1 content-start gap-4">
      {sent.delivery === 'failed' && (
        <Callout tone="warning" title={`Not delivered to ${sent.sentTo}`}>
          {sent.deliveryError} You can pass the link on yourself.
        </Callout>
      )}
      {sent.delivery === 'waiting' && <Callout title="Waiting to be sent">{sent.deliveryError}</Callout>}
      {isSent && (
        <Callout tone="success" title={`Sent to ${sent.vendorName}`}>
          {sent.sentTo}
        </Callout>
      )}
      <Field label="Link" hint="It is shown only now. Anyone who has it can open the work order.">
        {(bound) => (
          <div className="flex gap-2">
            <Input {...bound} readOnly value={sent.link} onFocus={(event) => event.target.select()} />
            <CopyButton text={sent.link} />
          </div>
        )}
      </Field>
      <DialogFooter>
        <Button onClick={onClose}>Done</Button>
      </DialogFooter>
    </div>
  )
}
