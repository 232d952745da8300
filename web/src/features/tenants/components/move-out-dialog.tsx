import { MoveOutForm, type Tenancy } from '@keyhold/contracts/tenancy/tenancies'
import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { useMoveOutMutation } from '~/api/tenancies.ts'
import { DateField, TextareaField } from '~/components/form/fields.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { SelectField } from '~/components/form/select-field.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { isPresent } from '~/components/tenancy/members.ts'
import { Button } from '~/components/ui/button.tsx'
import { Dialog, DialogFooter } from '~/components/ui/dialog.tsx'
import { date, fullName, today } from '~/lib/format.ts'
import { toast, toastError } from '~/lib/toast.ts'

/** Ends a tenancy, or one tenant's part in it. */
export function MoveOutDialog({ tenancy, tenant, onClose }: { tenancy: Tenancy; tenant: Tenant; onClose: () => void }) {
  const [leave, { isLoading }] = useMoveOutMutation()
  const others = tenancy.tenants.filter((member) => isPresent(member) && member.tenantId !== tenant.id)
  const form = useZodForm(MoveOutForm, {
    defaultValues: {
      movedOutOn: tenancy.tenants.find(({ tenantId }) => tenantId === tenant.id)?.leftOn ?? today(),
      tenantId: others.length > 0 ? tenant.id : '',
      reason: '',
    },
  })
  const isAlone = (who: string | null | undefined) => Boolean(who) && others.length > 0
  const outcomeText = ({ movedOutOn, tenantId }: ReturnType<typeof MoveOutForm.parse>) =>
    isAlone(tenantId)
      ? `${fullName(tenant)} leaves on ${date(movedOutOn)}. Rent continues for the others.`
      : `Rent ends on ${date(movedOutOn)}.`
  const submit = async (values: ReturnType<typeof MoveOutForm.parse>) => {
    try {
      await leave({ id: tenancy.id, ...values }).unwrap()
      toast({ variant: 'success', title: 'Move-out recorded', description: outcomeText(values) })
      onClose()
    } catch (error) {
      if (!showIssues(form, error)) toastError('Failed to record the move-out', error)
    }
  }
  return (
    <Dialog
      size="sm"
      onClose={onClose}
      title="Record a move-out"
      description="Unpaid rents after that day are cancelled. Anything already owed is still owed, and the deposit is held until you refund or apply it."
    >
      <Form form={form} onSubmit={submit} className="flex-1">
        {others.length > 0 && (
          <SelectField
            control={form.control}
            name="tenantId"
            label="Who moves out"
            options={[{ value: tenant.id, label: `${fullName(tenant)} alone` }]}
            none="All of them"
          />
        )}
        <DateField
          control={form.control}
          name="movedOutOn"
          label="Move-out day"
          hint="The last day that rent is charged for."
          required
        />
        <TextareaField control={form.control} name="reason" label="Reason" rows={2} optional />
        <DialogFooter>
          <Button type="button" variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" variant="danger" loading={isLoading}>
            Record move-out
          </Button>
        </DialogFooter>
      </Form>
    </Dialog>
  )
}
