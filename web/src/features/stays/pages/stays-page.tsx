import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { usePropertyChoices } from '~/api/properties.ts'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { TabPanel, Tabs } from '~/components/ui/tabs.tsx'
import { AnalyticsTab } from '../components/analytics/analytics-tab.tsx'
import { BookingDetails } from '../components/bookings/booking-details.tsx'
import { BookingDialog } from '../components/bookings/booking-dialog.tsx'
import { BookingsTab } from '../components/bookings/bookings-tab.tsx'
import { CalendarTab } from '../components/calendar/calendar-tab.tsx'
import { ListingDialog } from '../components/listings/listing-dialog.tsx'
import { ListingsTab } from '../components/listings/listings-tab.tsx'
import { Overview } from '../components/overview/overview.tsx'
import { StatTiles } from '../components/overview/stat-tiles.tsx'
import { TurnoverTab } from '../components/turnover/turnover-tab.tsx'
import { type BookingStart, StaysContext } from '../stays-context.ts'

const tabs = [
  { value: 'overview', label: 'Overview' },
  { value: 'listings', label: 'Listings' },
  { value: 'bookings', label: 'Bookings' },
  { value: 'calendar', label: 'Calendar' },
  { value: 'turnover', label: 'Turnover' },
  { value: 'analytics', label: 'Analytics' },
] as const
type Tab = (typeof tabs)[number]['value']

/** `/airbnb-management?tab=…&rental=…&booking=…`: short stays. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const [isAdding, setAdding] = useState(false)
  const [booked, setBooked] = useState<BookingStart | null>(null)
  const { properties } = usePropertyChoices()
  const tab: Tab = tabs.find(({ value }) => value === params.get('tab'))?.value ?? 'overview'
  const shown = params.get('booking')

  const withBooking = (id: string | null) => {
    const next = new URLSearchParams(params)
    if (id) next.set('booking', id)
    else next.delete('booking')
    return next
  }
  const actions = {
    addListing: () => setAdding(true),
    book: setBooked,
    openBooking: (id: string) => setParams(withBooking(id)),
  }

  return (
    <StaysContext value={actions}>
      <PageHeader
        description="Short stays: listings, bookings, prices by night, and what they earn."
        actions={
          <Button icon={<Plus aria-hidden />} disabled={properties.length === 0} onClick={actions.addListing}>
            Add Rental Listing
          </Button>
        }
      />
      <StatTiles isMain={tab === 'overview'} />
      <Tabs
        label="Short stays"
        value={tab}
        onValueChange={(next) => setParams(next === 'overview' ? {} : { tab: next })}
        tabs={tabs}
      >
        <TabPanel value="overview">
          <Overview />
        </TabPanel>
        <TabPanel value="listings">
          <ListingsTab />
        </TabPanel>
        <TabPanel value="bookings">
          <BookingsTab />
        </TabPanel>
        <TabPanel value="calendar">
          <CalendarTab />
        </TabPanel>
        <TabPanel value="turnover">
          <TurnoverTab />
        </TabPanel>
        <TabPanel value="analytics">
          <AnalyticsTab />
        </TabPanel>
      </Tabs>
      {isAdding && <ListingDialog onClose={() => setAdding(false)} />}
      {booked && (
        <BookingDialog
          start={booked}
          onClose={() => setBooked(null)}
          onBooked={(id) => {
            setBooked(null)
            setParams(withBooking(id))
          }}
        />
      )}
      {shown && <BookingDetails id={shown} onClose={() => setParams(withBooking(null), { replace: true })} />}
    </StaysContext>
  )
}
