import type { Property } from '@keyhold/contracts/properties/properties'
import { type Unit, UnitForm } from '@keyhold/contracts/properties/units'
import { Pencil, Plus, Trash2, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { hasCode, messageOf } from '~/api/client/problem.ts'
import { useCreateUnitMutation, useDeleteUnitMutation, useListUnitsQuery, useUpdateUnitMutation } from '~/api/units.ts'
import { MoneyField, NumberField, TextField } from '~/components/form/fields.tsx'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { Form, showIssues } from '~/components/form/form.tsx'
import { useZodForm } from '~/components/form/use-zod-form.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { useConfirm } from '~/components/ui/confirm.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { headlineMoney, number, plural } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { toast, toastError } from '~/lib/toast.ts'

/** The units of a property. With a single unit, only the button to add one is shown. */
export function UnitsCard({ property }: { property: Property }) {
  const list = useListUnitsQuery({ id: property.id })
  const [open, setOpen] = useState<{ unit?: Unit } | null>(null)
  const [remove] = useDeleteUnitMutation()
  const confirm = useConfirm()
  const units = list.data ?? []
  const confirmDelete = async (unit: Unit) => {
    const goAhead = await confirm({
      title: `Delete ${unit.name}?`,
      description: 'It leaves your lists. What was charged and paid for it stays.',
      confirmLabel: 'Delete',
      destructive: true,
    })
    if (!goAhead) return
    try {
      await remove({ id: unit.id }).unwrap()
      toast({ variant: 'success', title: 'Unit deleted' })
    } catch (error) {
      toastError('Failed to delete the unit', error)
    }
  }
  const add = !property.archivedAt && (
    <Button size="sm" variant="secondary" icon={<Plus aria-hidden />} onClick={() => setOpen({})}>
      Add unit
    </Button>
  )
  return (
    <>
      {property.unitCount > 1 ? (
        <SectionCard
          title="Units"
          description={`${number(property.occupiedUnits)} of ${plural(property.unitCount, 'unit')} occupied`}
          padded={false}
          action={add}
        >
          {list.isLoading ? (
            <RowSkeletons count={2} />
          ) : list.isError && !list.currentData ? (
            <ErrorState compact error={list.error} onRetry={() => void list.refetch()} />
          ) : (
            <ul className="divide-y divide-line border-t border-line">
              {units.map((unit) => (
                <li key={unit.id} className="flex items-center gap-2 px-5 py-3">
                  <div className="min-w-0 flex-1">
                    <p className="flex flex-wrap items-center gap-2 font-medium">
                      {unit.name}
                      <Badge tone={unit.isOccupied ? 'success' : 'warning'}>
                        {unit.isOccupied ? 'Occupied' : 'Vacant'}
                      </Badge>
                    </p>
                    <p className="text-sm text-muted">{factsOf(unit)}</p>
                  </div>
                  {!unit.isOccupied && !property.archivedAt && (
                    <Button asChild size="sm" variant="ghost">
                      <Link to={paths.newTenantAt(property.id, unit.id)} aria-label={`Add tenant to ${unit.name}`}>
                        <UserPlus aria-hidden />
                        Add tenant
                      </Link>
                    </Button>
                  )}
                  <IconButton label={`Edit ${unit.name}`} onClick={() => setOpen({ unit })}>
                    <Pencil aria-hidden />
                  </IconButton>
                  {!unit.isFirst && (
                    <IconButton label={`Delete ${unit.name}`} onClick={() => void confirmDelete(unit)}>
                      <Trash2 aria-hidden />
                    </IconButton>
                  )}
                </li>
              ))}
            </ul>
          )}
        </SectionCard>
      ) : (
        <SectionCard title="Units" action={add}>
          <p className="text-muted">One home. Add a unit if this building has several that are let apart.</p>
        </SectionCard>
      )}
      {open && <UnitDialog property={property} unit={open.unit} onClose={() => setOpen(null)} />}
    </>
  )
}

const factsOf = ({ bedrooms, bathrooms, squareFeet, marketRent }: Unit) =>
  [
    bedrooms !== null && `${number(bedrooms)} bd`,
    bathrooms !== null && `${number(bathrooms)} ba`,
    squareFeet !== null && `${number(squareFeet)} sq ft`,
    marketRent !== null && `${headlineMoney(marketRent)}/month`,
  ]
    .filter(Boolean)
    .join(' · ') || 'No details yet'

function UnitDialog({ property, unit, onClose }: { property: Property; unit: Unit | undefined; onClose: () => void }) {
  const [create, creating] = useCreateUnitMutation()
  const [update, updating] = useUpdateUnitMutation()
  const form = useZodForm(UnitForm, {
    defaultValues: {
      name: unit?.name ?? `Unit ${property.unitCount + 1}`,
      bedrooms: unit?.bedrooms ?? '',
      bathrooms: unit?.bathrooms ?? '',
      squareFeet: unit?.squareFeet ?? '',
      marketRent: unit?.marketRent ?? '',
    },
  })
  const submit = async (values: ReturnType<typeof UnitForm.parse>) => {
    try {
      if (unit) await update({ id: unit.id, ...values }).unwrap()
      else await create({ id: property.id, ...values }).unwrap()
      toast({ variant: 'success', title: unit ? 'Unit updated' : 'Unit added' })
      onClose()
    } catch (error) {
      // The one thing that two units can't share.
      if (hasCode(error, 'conflict'))
        form.setError('name', { type: 'server', message: messageOf(error) }, { shouldFocus: true })
      else if (!showIssues(form, error)) toastError('Failed to save the unit', error)
    }
  }
  return (
    <Dialog size="sm" onClose={onClose} title={unit ? 'Edit unit' : 'Add unit'} description={property.name}>
      <Form form={form} onSubmit={submit} className="flex-1">
        <TextField
          control={form.control}
          name="name"
          label="Unit name"
          hint="As on the door: 2B, Upper floor, Room 3."
          required
        />
        <div className="grid grid-cols-2 gap-4">
          <NumberField control={form.control} name="bedrooms" label="Bedrooms" step="1" optional />
          <NumberField control={form.control} name="bathrooms" label="Bathrooms" step="0.5" optional />
          <NumberField control={form.control} name="squareFeet" label="Square feet" step="1" optional />
          <MoneyField control={form.control} name="marketRent" label="Market rent" optional />
        </div>
        <FormFooter
          submit={unit ? 'Save changes' : 'Add unit'}
          loading={creating.isLoading || updating.isLoading}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}
