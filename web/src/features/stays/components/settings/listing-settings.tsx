import type { ShortTermRental } from '@keyhold/contracts/properties/stays/listings'
import { ArrowLeft, CalendarDays, ExternalLink } from 'lucide-react'
import type { ComponentType } from 'react'
import { Link } from 'react-router-dom'
import { useGetRentalQuery } from '~/api/listings.ts'
import { Badge } from '~/components/ui/badge.tsx'
import { Button } from '~/components/ui/button.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { ErrorState } from '~/components/ui/states.tsx'
import { TabPanel, Tabs } from '~/components/ui/tabs.tsx'
import { paths } from '~/lib/paths.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { Amenities } from './amenities.tsx'
import { Basics } from './basics.tsx'
import { CheckIn } from './check-in.tsx'
import { ListingHistory } from './listing-history.tsx'
import { Photos } from './photos.tsx'
import { PriceRulesForm } from './price-rules-form.tsx'
import { StayRules } from './stay-rules.tsx'
import { Terms } from './terms.tsx'

export interface SectionProps {
  rental: ShortTermRental
}

const sections = [
  { value: 'basics', label: 'Basics' },
  { value: 'prices', label: 'Price rules' },
  { value: 'stays', label: 'Stay rules' },
  { value: 'terms', label: 'Fees and terms' },
  { value: 'amenities', label: 'Amenities and rules' },
  { value: 'check-in', label: 'Check-in' },
  { value: 'photos', label: 'Photos' },
  { value: 'history', label: 'History' },
] as const
type Section = (typeof sections)[number]['value']

const pages: Record<Section, ComponentType<SectionProps>> = {
  basics: Basics,
  prices: PriceRulesForm,
  stays: StayRules,
  terms: Terms,
  amenities: Amenities,
  'check-in': CheckIn,
  photos: Photos,
  history: ListingHistory,
}

/** Everything that can be set of one listing: `?tab=listings&rental=…&section=…`. */
export function ListingSettings({ id }: { id: string }) {
  const { currentData: rental, error, refetch } = useGetRentalQuery({ id })
  const [given, setSection] = useSearchState('section', 'basics')
  const section: Section = sections.find(({ value }) => value === given)?.value ?? 'basics'
  if (!rental && error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!rental) return <RowSkeletons count={6} />
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button asChild size="sm" variant="ghost" className="-ml-2.5">
          <Link to={paths.airbnbAt('listings')}>
            <ArrowLeft aria-hidden />
            All listings
          </Link>
        </Button>
        <h2 className="min-w-0 text-xl font-semibold tracking-tight break-words">{rental.listingName}</h2>
        <Badge tone={rental.isActive ? 'success' : 'neutral'}>{rental.isActive ? 'Active' : 'Inactive'}</Badge>
        <div className="flex flex-wrap gap-2 md:ml-auto">
          <Button asChild size="sm" variant="secondary">
            <Link to={paths.airbnbAt('calendar', { rental: rental.id })}>
              <CalendarDays aria-hidden />
              Calendar
            </Link>
          </Button>
          {rental.isActive && (
            <Button asChild size="sm" variant="secondary">
              <Link to={paths.publicListing(rental.slug)} target="_blank" rel="noreferrer">
                <ExternalLink aria-hidden />
                Public page
              </Link>
            </Button>
          )}
        </div>
      </div>
      <Tabs label="Settings of the listing" value={section} onValueChange={setSection} tabs={sections}>
        {sections.map(({ value }) => {
          const Page = pages[value]
          return (
            <TabPanel key={value} value={value}>
              <Page rental={rental} />
            </TabPanel>
          )
        })}
      </Tabs>
    </>
  )
}
