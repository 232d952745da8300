import { CalendarPlus } from 'lucide-react'
import { useState } from 'react'
import { useChangeCalendarsMutation } from '~/api/calendar.ts'
import { messageOf } from '~/api/client/problem.ts'
import { FormFooter } from '~/components/form/form-footer.tsx'
import { PlainForm } from '~/components/form/plain-form.tsx'
import { Button } from '~/components/ui/button.tsx'
import { Dialog } from '~/components/ui/dialog.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { Unsaved } from '~/components/ui/unsaved.tsx'
import { dateRange, plural } from '~/lib/format.ts'
import { nightsBetween } from '~/lib/nights.ts'
import { toast } from '~/lib/toast.ts'
import { useStays } from '../../stays-context.ts'
import { columnsOf } from './entries.ts'
import { EntryList } from './entry-list.tsx'
import { faultOf, isUnchanged, nightChanges, unchangedNights, type NightValues } from './night-changes.ts'
import { NightFields } from './night-fields.tsx'
import { PriceWhy } from './price-why.tsx'
import type { NightRange } from './range.ts'

/** Changes the selected nights: blocks, prices, minimum stays; books them; explains their prices. */
export function NightPanel({ range, onClose }: { range: NightRange; onClose: () => void }) {
  const { rows, from, to } = range
  const { book } = useStays()
  const [change, { isLoading }] = useChangeCalendarsMutation()
  const [values, setValues] = useState<NightValues>(unchangedNights)
  const [fault, setFault] = useState<string | null>(null)
  const nights = nightsBetween(from, to)
  const single = rows.length === 1 ? rows[0] : undefined
  const entries = single?.entries.filter((entry) => columnsOf(entry, from, nights)) ?? []

  const save = async () => {
    const missing = faultOf(values)
    setFault(missing)
    if (missing) return
    try {
      await change({ rentalIds: rows.map(({ rentalId }) => rentalId), from, to, ...nightChanges(values) }).unwrap()
      toast({
        variant: 'success',
        title: 'Nights changed',
        description: `${plural(nights, 'night')}${single ? '' : ` in ${plural(rows.length, 'listing')}`}`,
      })
      onClose()
    } catch (error) {
      setFault(messageOf(error))
    }
  }

  return (
    <Dialog
      onClose={onClose}
      title={dateRange(from, to)}
      description={`${plural(nights, 'night')} · ${single?.listingName ?? plural(rows.length, 'listing')}`}
    >
      <PlainForm
        className="grid flex-1 content-start gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        {single && entries.length > 0 && (
          <EntryList entries={entries} propertyId={single.propertyId} onLeave={onClose} />
        )}
        {single && entries.length === 0 && (
          <Button
            variant="soft"
            icon={<CalendarPlus aria-hidden />}
            className="justify-self-start"
            onClick={() => {
              onClose()
              book({ rentalId: single.rentalId, checkInDate: from, checkOutDate: to })
            }}
          >
            Record a booking for these nights
          </Button>
        )}
        <NightFields values={values} onChange={setValues} hasSeveral={nights > 1} />
        {single && <PriceWhy rentalId={single.rentalId} from={from} nights={nights} />}
        {fault && (
          <div role="alert">
            <Callout tone="danger" title={fault} />
          </div>
        )}
        <FormFooter submit="Save changes" loading={isLoading} onCancel={onClose} />
        <Unsaved when={!isUnchanged(values)} />
      </PlainForm>
    </Dialog>
  )
}
