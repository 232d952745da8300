import { Building2, Luggage } from 'lucide-react'
import { Link } from 'react-router-dom'
import { usePropertyChoices } from '~/api/properties.ts'
import { Button } from '~/components/ui/button.tsx'
import { RowSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { useStays } from '../../stays-context.ts'

/** What to do first: add a property, or list one. */
export function NoListings() {
  const { properties, isLoading } = usePropertyChoices()
  const { addListing } = useStays()
  if (isLoading) return <RowSkeletons count={3} />
  if (properties.length === 0)
    return (
      <EmptyState
        icon={<Building2 aria-hidden />}
        title="Add a property first"
        description="A listing lets a home of yours by the night. Add the home, then list it here."
        action={
          <Button asChild>
            <Link to={paths.properties}>Go to properties</Link>
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={<Luggage aria-hidden />}
      title="No rental listings yet"
      description="List a home to take bookings by the night, with a calendar that also knows its leases."
      action={<Button onClick={addListing}>Add Rental Listing</Button>}
    />
  )
}
