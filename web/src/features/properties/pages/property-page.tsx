import type { Property } from '@keyhold/contracts/properties/properties'
import { Archive, Ellipsis, Pencil } from 'lucide-react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'
import { useGetPropertyQuery } from '~/api/properties.ts'
import { addressOf } from '~/components/property/words.ts'
import { RecordPage } from '~/components/record-page.tsx'
import { Button, IconButton } from '~/components/ui/button.tsx'
import { Menu, MenuItem } from '~/components/ui/dropdown-menu.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { dayOf } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'
import { propertyNotFound } from '~/texts/properties.ts'
import { CalendarCard } from '../components/calendar-card.tsx'
import { CurrentTenants } from '../components/current-tenants.tsx'
import { Occupancy } from '../components/occupancy.tsx'
import { OpenRequests } from '../components/open-requests.tsx'
import { PhotosCard } from '../components/photos-card.tsx'
import { PropertyActions } from '../components/property-actions.tsx'
import { PropertyDialog } from '../components/property-dialog.tsx'
import { PropertyDocuments } from '../components/property-documents.tsx'
import { PropertyInfo } from '../components/property-info.tsx'
import { PropertyStats } from '../components/property-stats.tsx'
import { UnitsCard } from '../components/units-card.tsx'
import { RecentPayments } from '../components/recent-payments.tsx'
import { usePropertyActions } from '../components/use-property-actions.ts'

/** `/properties/:id`; at `/properties/edit/:id` with its form open. */
export function Component() {
  const { id = '' } = useParams()
  return (
    <RecordPage
      query={useGetPropertyQuery({ id })}
      crumbs={crumbs}
      loading={<CardSkeletons />}
      notFound={{ ...propertyNotFound, back: 'Back to Properties' }}
    >
      {(property) => <Page property={property} />}
    </RecordPage>
  )
}

const crumbs = [{ label: 'Properties', to: paths.properties }]

function Page({ property }: { property: Property }) {
  const { isEditing, edit, close } = useEditing(property.id)
  const navigate = useNavigate()
  const { archive, restore, remove } = usePropertyActions()
  const leave = async () => {
    if (await remove(property)) void navigate(paths.properties)
  }
  return (
    <>
      <PageHeader
        crumbs={crumbs}
        title={property.name}
        badge={<Occupancy property={property} />}
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
              {!property.archivedAt && <MenuItem onSelect={() => void archive(property)}>Archive property</MenuItem>}
              <MenuItem destructive onSelect={() => void leave()}>
                Delete property
              </MenuItem>
            </Menu>
          </>
        }
      />
      {property.archivedAt && (
        <Callout
          tone="info"
          icon={<Archive aria-hidden />}
          title={`Archived on ${dayOf(property.archivedAt)}`}
          action={
            <Button variant="secondary" onClick={() => void restore(property)}>
              Restore
            </Button>
          }
          className="mb-5"
        >
          It keeps its history and doesn’t count towards your lists, totals and limit.
        </Callout>
      )}
      <PropertyStats property={property} />
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-5">
          <PhotosCard property={property} />
          <PropertyInfo property={property} />
          <UnitsCard property={property} />
          <CalendarCard property={property} />
          <RecentPayments property={property} />
          <OpenRequests property={property} />
          <PropertyDocuments property={property} />
        </div>
        <div className="grid grid-cols-1 gap-5 phone:order-first">
          <PropertyActions property={property} onEdit={edit} />
          <CurrentTenants property={property} />
        </div>
      </div>
      {isEditing && <PropertyDialog property={property} onClose={close} />}
    </>
  )
}

/** The form has an address of its own, so Back closes it. */
function useEditing(id: string) {
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  return {
    isEditing: pathname === paths.editProperty(id),
    edit: () => void navigate(paths.editProperty(id), { state: { isOnTop: true } }),
    close: () => {
      const isOnTop = (state as { isOnTop?: boolean } | null)?.isOnTop
      // Opened from the page itself: go back to it. Opened by a link: there is nothing to go back to.
      void (isOnTop ? navigate(-1) : navigate(paths.property(id), { replace: true }))
    },
  }
}
