import { notificationFilters } from '@keyhold/contracts/messaging/notifications'
import { Bell, CircleCheck, Clock, Inbox, TriangleAlert } from 'lucide-react'
import { useListTenantNotificationsInfiniteQuery, useTenantNotificationSummaryQuery } from '~/api/notifications.ts'
import { PagedList } from '~/components/paged-list.tsx'
import { Button } from '~/components/ui/button.tsx'
import { StatCard } from '~/components/ui/card.tsx'
import { CardSkeletons } from '~/components/ui/skeleton.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { FilterChips, Toolbar } from '~/components/ui/toolbar.tsx'
import { number } from '~/lib/format.ts'
import { useSearchState } from '~/lib/use-search-state.ts'
import { noNotificationsYet } from '~/texts/notifications.ts'
import type { Notification } from '../words.ts'
import { NotificationCard } from './notification-card.tsx'

const filterNames = { all: 'All', sent: 'Sent', pending: 'Pending', failed: 'Failed', unread: 'Unread' } as const

/** The notifications with their filters and totals. */
export function NotificationList({
  onShow,
  onEdit,
  onCreate,
}: {
  onShow: (id: string) => void
  onEdit: (notification: Notification) => void
  onCreate: () => void
}) {
  const [chosen, setShow] = useSearchState('show', 'all')
  const show = notificationFilters.find((one) => one === chosen) ?? 'all'
  const list = useListTenantNotificationsInfiniteQuery({ show, limit: 25 })
  const { data: counts, isLoading } = useTenantNotificationSummaryQuery()
  const tiles = [
    { label: 'Total', value: counts?.all, icon: <Inbox aria-hidden /> },
    { label: 'Sent', value: counts?.sent, icon: <CircleCheck aria-hidden /> },
    { label: 'Pending', value: counts?.pending, icon: <Clock aria-hidden /> },
    { label: 'Failed', value: counts?.failed, icon: <TriangleAlert aria-hidden /> },
  ]
  return (
    <>
      <div className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {tiles.map(({ label, value, icon }) => (
          <StatCard
            key={label}
            label={label}
            icon={icon}
            value={number(value)}
            loading={isLoading}
            tone={label === 'Failed' && value ? 'danger' : 'default'}
          />
        ))}
      </div>
      <Toolbar>
        <FilterChips
          label="Show"
          value={show}
          onChange={setShow}
          options={notificationFilters.map((value) => ({
            value,
            label: filterNames[value],
            count: counts?.[value] ?? 0,
          }))}
        />
      </Toolbar>
      <PagedList list={list}>
        {(notifications, loading) =>
          loading ? (
            <CardSkeletons count={3} className="sm:grid-cols-1 xl:grid-cols-1" />
          ) : notifications.length === 0 ? (
            <EmptyState
              icon={<Bell aria-hidden />}
              title={show === 'all' ? noNotificationsYet : 'No notifications match'}
              description={
                show === 'all'
                  ? 'Remind tenants of rent, announce a visit, or tell everybody about a change.'
                  : 'Choose another filter.'
              }
              action={show === 'all' ? <Button onClick={onCreate}>Create Notification</Button> : undefined}
            />
          ) : (
            <ul className="grid gap-3">
              {notifications.map((notification) => (
                <NotificationCard key={notification.id} notification={notification} onShow={onShow} onEdit={onEdit} />
              ))}
            </ul>
          )
        }
      </PagedList>
    </>
  )
}
