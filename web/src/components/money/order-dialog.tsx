import { allocationOrders } from '@keyhold/contracts/payments/allocation-orders'
import type { Ledger } from '@keyhold/contracts/payments/ledgers'
import { useState } from 'react'
import { useGetAllocationOrderQuery, useSetAllocationOrderMutation } from '~/api/allocation-orders.ts'
import { Button } from '~/components/ui/button.tsx'
import { RadioCards } from '~/components/ui/choices.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { Unsaved } from '~/components/ui/unsaved.tsx'
import { dateTime } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { orderWords } from './words.ts'

const hints = {
  oldest_first: 'By due date. When several charges are due on the same day, rent comes first.',
  rent_first: 'Rent that is due first, then fees, deposits and everything else by due date. Some states require this.',
} as const

/** In which order money pays the charges of a ledger, and who has set it when. */
export function OrderDialog({ ledger, onClose }: { ledger: Ledger; onClose: () => void }) {
  const { currentData } = useGetAllocationOrderQuery({ id: ledger.tenantId })
  const [set, { isLoading }] = useSetAllocationOrderMutation()
  const [order, setOrder] = useState(ledger.allocationOrder)
  const save = async () => {
    try {
      await set({ id: ledger.tenantId, order }).unwrap()
      toast({
        variant: 'success',
        title: 'Payment order changed',
        description: `${orderWords[order]}, from now on.`,
      })
      onClose()
    } catch (error) {
      toastError('Failed to change the order', error)
    }
  }
  return (
    <Dialog size="sm" onClose={onClose} title="Payment order" description={ledger.names}>
      <form
        className="grid flex-1 content-start gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <RadioCards
          aria-label="Payments are applied to"
          value={order}
          onValueChange={setOrder}
          options={allocationOrders.map((value) => ({ value, label: orderWords[value], hint: hints[value] }))}
        />
        <p className="text-sm text-muted">Applies to payments from now on. Earlier payments don’t change.</p>
        {currentData && currentData.history.length > 0 && (
          <section aria-label="History">
            <h3 className="mb-1 text-sm font-medium text-muted">History</h3>
            <ul className="grid gap-1 text-sm">
              {currentData.history.map((one) => (
                <li key={one.setAt}>
                  {orderWords[one.order]} · by {one.setByName ?? 'a deleted user'}, {dateTime(one.setAt)}
                </li>
              ))}
            </ul>
          </section>
        )}
        <Unsaved when={order !== ledger.allocationOrder} />
        <DialogFooter>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isLoading}>
            Save
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  )
}
