import { useState } from 'react'
import { usePayOpenInvoiceMutation } from '~/api/subscriptions.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { money } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'
import { paymentFailed } from '~/texts/billing.ts'
import { isPayable, PaymentForm } from './payment-form.tsx'

/** Pays what the renewal could not collect. */
export function PayInvoice() {
  const [ask, { data: payment, isLoading, reset }] = usePayOpenInvoiceMutation()
  const [isOpen, setOpen] = useState(false)

  const open = async () => {
    try {
      const answer = await ask().unwrap()
      if (isPayable(answer)) return setOpen(true)
      toast({ title: 'Nothing is left to pay', description: 'This invoice has been paid.' })
    } catch (error) {
      toastError(paymentFailed, error)
    }
  }
  const close = () => {
    setOpen(false)
    reset()
  }

  return (
    <>
      <Button variant="danger" loading={isLoading} onClick={() => void open()}>
        Pay now
      </Button>
      <Dialog
        open={isOpen}
        onClose={close}
        title="Pay the open invoice"
        description={payment && `${money(payment.amountDue)} is due. Your plan continues once it is paid.`}
      >
        {payment && isPayable(payment) && (
          <PaymentForm
            payment={payment}
            label={`Pay ${money(payment.amountDue)}`}
            returnTo={paths.paymentReturn({ invoice: 'open' })}
          />
        )}
      </Dialog>
    </>
  )
}
