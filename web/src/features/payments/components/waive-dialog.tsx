import { type LateFee, waiveLateFee } from '@keyhold/contracts/payments/late-fees'
import { messageOf } from '~/api/client/problem.ts'
import { TextareaField } from '~/components/form/fields.tsx'
import { Form } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { date, money } from '~/lib/format.ts'
import { toast } from '~/lib/toast.ts'
import { useWaiveLateFeeMutation } from '~/api/late-fees.ts'

/** Lets a late fee go, with a reason that stays with it. */
export function WaiveDialog({ fee, onClose }: { fee: LateFee; onClose: () => void }) {
  const [waive, { isLoading }] = useWaiveLateFeeMutation()
  const form = useZodForm(waiveLateFee.body, { defaultValues: { reason: '' } })
  const submit = async ({ reason }: { reason: string }) => {
    try {
      await waive({ id: fee.id, reason }).unwrap()
      toast({ variant: 'success', title: 'Late fee waived' })
      onClose()
    } catch (error) {
      toast({ variant: 'destructive', title: 'Failed to waive the late fee', description: messageOf(error) })
    }
  }
  return (
    <Dialog
      open
      size="sm"
      onOpenChange={(open) => !open && onClose()}
      title="Waive this late fee?"
      description={`${fee.tenantName} · ${money(fee.amount)} for the rent due ${date(fee.rentDueDate)}`}
    >
      <Form form={form} onSubmit={submit} className="flex-1">
        <TextareaField
          control={form.control}
          name="reason"
          label="Reason"
          hint="Your tenant can read it."
          rows={3}
          required
        />
        <DialogFooter>
          <Button type="button" variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isLoading}>
            Waive
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
