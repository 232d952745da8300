import type { Property } from '@keyhold/contracts/properties'
import { Ellipsis, Pencil, SearchX } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { isApiError } from '~/api/problem.ts'
import { Badge, StatusBadge } from '~/components/ui/badge.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { SectionCard } from '~/components/ui/card.tsx'
import { Details } from '~/components/ui/details.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { DocumentTitle, PageHeader } from '~/components/ui/page-header.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '~/components/ui/states.tsx'
import { dayOf, money, number, words } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { useGetPropertyQuery } from '../api.ts'
import { CurrentTenants } from '../components/current-tenants.tsx'
import { OpenRequests } from '../components/open-requests.tsx'
import { PropertyActions } from '../components/property-actions.tsx'
import { PropertyDialog } from '../components/property-dialog.tsx'
import { PropertyStats } from '../components/property-stats.tsx'
import { useDeleteProperty } from '../components/use-delete-property.ts'
import { addressOf } from '../words.ts'

/** `/properties/:id` */
export function Component() {
  const { id = '' } = useParams()
  const { currentData: property, error, isError, refetch } = useGetPropertyQuery({ id })
  if (isError)
    return isApiError(error) && (error.status === 404 || error.status === 400) ? (
      <NotFound />
    ) : (
      <ErrorState error={error} onRetry={() => void refetch()} />
    )
  if (!property)
    return (
      <>
        <PageHeader title="Property" crumbs={crumbs} />
        <CardSkeletons />
      </>
    )
  return <Page property={property} />
}

const crumbs = [{ label: 'Properties', to: paths.properties }]

function Page({ property }: { property: Property }) {
  const [isEditing, setEditing] = useState(false)
  const navigate = useNavigate()
  const remove = useDeleteProperty()
  const edit = () => setEditing(true)
  const leave = async () => {
    if (await remove(property)) void navigate(paths.properties)
  }
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        title={property.name}
        badge={<StatusBadge status={property.isOccupied ? 'occupied' : 'vacant'} />}
        description={addressOf(property)}
        actions={
          <>
            <Button variant="secondary" icon={<Pencil aria-hidden />} onClick={edit}>
              Edit
            </Button>
            <Menu
              trigger={
                <IconButton label="More" variant="secondary" className="phone:flex-none!">
                  <Ellipsis aria-hidden />
                </IconButton>
              }
            >
              <MenuItem destructive onSelect={() => void leave()}>
                Delete property…
              </MenuItem>
            </Menu>
          </>
        }
      />
      <PropertyStats property={property} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5">
          <CurrentTenants property={property} />
          <OpenRequests property={property} />
          <Info property={property} />
        </div>
        <div className="phone:order-first">
          <PropertyActions property={property} onEdit={edit} />
        </div>
      </div>
      {isEditing && <PropertyDialog property={property} onClose={() => setEditing(false)} />}
    </>
  )
}

function Info({ property }: { property: Property }) {
  const { description, amenities } = property
  return (
    <SectionCard title="Property Information">
      {description && <p className="mb-5 max-w-prose whitespace-pre-line">{description}</p>}
      <Details
        columns={3}
        className="grid-cols-2"
        items={[
          { label: 'Type', value: words(property.propertyType) },
          { label: 'Bedrooms', value: number(property.bedrooms) },
          { label: 'Bathrooms', value: number(property.bathrooms) },
          { label: 'Square feet', value: number(property.squareFeet) },
          { label: 'Monthly rent', value: money(property.monthlyRent) },
          { label: 'Security deposit', value: money(property.securityDeposit) },
          { label: 'Time zone', value: property.timeZone.replaceAll('_', ' ') },
          { label: 'Added', value: dayOf(property.createdAt) },
        ]}
      />
      {amenities.length > 0 && (
        <ul aria-label="Amenities" className="mt-5 flex flex-wrap gap-1.5">
          {amenities.map((amenity) => (
            <li key={amenity}>
              <Badge>{amenity}</Badge>
            </li>
          ))}
        </ul>
      )}
    </SectionCard>
  )
}

function NotFound() {
  return (
    <>
      <DocumentTitle title="Property Not Found" />
      <EmptyState
        level={1}
        icon={<SearchX aria-hidden />}
        title="Property Not Found"
        description="The property you're looking for doesn't exist."
        action={
          <Button asChild>
            <Link to={paths.properties}>Back to Properties</Link>
          </Button>
        }
      />
    </>
  )
}
