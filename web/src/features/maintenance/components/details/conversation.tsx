import type { ResponseOf } from '@keyhold/contracts/endpoint'
import type { getMaintenance } from '@keyhold/contracts/maintenance/requests'
import { useState } from 'react'
import { useAddRequestNoteMutation } from '~/api/requests.ts'
import { RequestHistory } from '~/components/maintenance/history.tsx'
import { NoteForm } from '~/components/maintenance/note-form.tsx'
import { Checkbox } from '~/components/ui/choices.tsx'

export type Full = ResponseOf<typeof getMaintenance>

/** Everything that was done and written, and a note to add: for the tenant, or internal. */
export function Conversation({ request }: { request: Full }) {
  const { id, tenantId, tenantName } = request
  const [addNote] = useAddRequestNoteMutation()
  const [isShared, setShared] = useState(true)
  const forTenant = tenantId !== null && isShared
  return (
    <section aria-labelledby="request-history" className="grid content-start gap-5 md:border-l md:border-line md:pl-6">
      <h3 id="request-history" className="font-semibold">
        History
      </h3>
      <NoteForm
        label={forTenant ? `Write to ${tenantName ?? 'the tenant'}` : 'Internal note'}
        submit={forTenant ? 'Send' : 'Add note'}
        extra={
          tenantId && (
            <div className="flex items-center gap-2 text-sm">
              <Checkbox
                id="note-is-shared"
                checked={isShared}
                onCheckedChange={(checked) => setShared(checked === true)}
              />
              <label htmlFor="note-is-shared">Visible to the tenant</label>
            </div>
          )
        }
        send={(note) => addNote({ id, note, isShared: forTenant }).unwrap()}
      />
      <RequestHistory
        history={request.history}
        people={{ landlord: 'You', tenant: tenantName ?? 'Tenant', vendor: 'Vendor', system: 'Keyhold' }}
        marksInternal={tenantId !== null}
      />
    </section>
  )
}
