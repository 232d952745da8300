import { useState } from 'react'
import { useChooseVisitMutation, useOfferVisitsMutation, useWithdrawVisitMutation } from '~/api/visits.ts'
import { VisitForm } from '~/components/maintenance/visit-form.tsx'
import { VisitList } from '~/components/maintenance/visit-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { toast, toastError } from '~/lib/toast.ts'
import { isOpen } from '../../words.ts'
import type { Full } from './conversation.tsx'

/** Times for a visit: offered to the tenant, and proposed by tenant and vendor. */
export function Visits({ request }: { request: Full }) {
  const { id, visits, tenantId, tenantName, status } = request
  const [offer] = useOfferVisitsMutation()
  const [choose, choosing] = useChooseVisitMutation()
  const [withdraw, withdrawing] = useWithdrawVisitMutation()
  const [isOffering, setOffering] = useState(false)
  const canOffer = isOpen(status) && tenantId !== null
  if (visits.length === 0 && !canOffer) return null

  const run = async (work: () => Promise<unknown>, done: string) => {
    try {
      await work()
      toast({ variant: 'success', title: done })
    } catch (error) {
      toastError('The visit could not be saved', error)
    }
  }
  return (
    <section aria-labelledby="request-visits" className="grid gap-3">
      <header className="flex items-center justify-between gap-3">
        <h3 id="request-visits" className="font-semibold">
          Visit
        </h3>
        {canOffer && !isOffering && (
          <Button size="sm" variant="ghost" className="-mr-2.5" onClick={() => setOffering(true)}>
            Offer times
          </Button>
        )}
      </header>
      <VisitList
        visits={visits}
        people={{ landlord: 'you', tenant: tenantName ?? 'the tenant', vendor: 'the vendor' }}
        busy={choosing.isLoading || withdrawing.isLoading}
        actions={[
          {
            label: 'Take this time',
            suits: ({ by }) => by !== 'landlord' && isOpen(status),
            run: (visit) => void run(() => choose({ id, visitId: visit.id }).unwrap(), 'Visit scheduled'),
          },
          {
            label: 'Withdraw',
            suits: ({ by }) => by === 'landlord' && isOpen(status),
            run: (visit) => void run(() => withdraw({ id, visitId: visit.id }).unwrap(), 'Time withdrawn'),
          },
        ]}
      />
      {isOffering && (
        <VisitForm
          label="Offer times"
          submit="Send to the tenant"
          several
          send={async (times) => {
            await offer({ id, visits: times }).unwrap()
            toast({ variant: 'success', title: 'Times offered' })
            setOffering(false)
          }}
        />
      )}
    </section>
  )
}
