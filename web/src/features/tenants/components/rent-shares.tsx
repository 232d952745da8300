import { type RentShares, RentSharesForm } from '@keyhold/contracts/tenancy/tenant-profile'
import type { z } from '@keyhold/contracts/zod'
import { useState } from 'react'
import { useRentSharesQuery, useSaveRentSharesMutation } from '~/api/tenant-profile.ts'
import { MoneyField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Skeleton } from '~/components/ui/skeleton.tsx'
import { messageOf } from '~/api/client/problem.ts'
import { money, nothing } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

type Shares = z.output<typeof RentShares>

/** Which part of the rent each tenant pays, and the dialog that changes it. */
export function RentSharesOf({ tenancyId }: { tenancyId: string }) {
  const { data, error } = useRentSharesQuery({ id: tenancyId })
  const [isOpen, setIsOpen] = useState(false)
  if (error) return <span role="alert">{messageOf(error)}</span>
  if (!data) return <Skeleton className="h-5 w-32" />
  return (
    <>
      {data.shares.some(({ share }) => share !== null)
        ? data.shares.map(({ tenantId, name, share }) => (
            <span key={tenantId} className="block">
              {name}: <span className="figures">{share === null ? nothing : money(share)}</span>
            </span>
          ))
        : 'Not entered'}
      <Button size="sm" variant="ghost" className="-ml-2.5" onClick={() => setIsOpen(true)}>
        Change shares
      </Button>
      {isOpen && <SharesDialog tenancyId={tenancyId} shares={data} onClose={() => setIsOpen(false)} />}
    </>
  )
}

function SharesDialog({ tenancyId, shares, onClose }: { tenancyId: string; shares: Shares; onClose: () => void }) {
  const [save, { isLoading }] = useSaveRentSharesMutation()
  const form = useZodForm(RentSharesForm, {
    defaultValues: { shares: shares.shares.map(({ tenantId, share }) => ({ tenantId, share: share ?? '' })) },
  })
  const send = async (values: z.output<typeof RentSharesForm>) => {
    try {
      await save({ id: tenancyId, ...values }).unwrap()
      toast({ variant: 'success', title: 'Shares saved', description: 'Each tenant sees their own in the portal.' })
      onClose()
    } catch (error) {
      toastError('Failed to save the shares', error)
    }
  }
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Shares of the rent"
      description={`Of ${money(shares.monthlyRent)} a month. They tell each tenant their part; the ledger stays one for all.`}
    >
      <Form form={form} onSubmit={send} className="flex-1">
        {shares.shares.map(({ tenantId, name }, index) => (
          <MoneyField key={tenantId} control={form.control} name={`shares.${index}.share`} label={name} optional />
        ))}
        <FormFooter submit="Save shares" loading={isLoading} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
