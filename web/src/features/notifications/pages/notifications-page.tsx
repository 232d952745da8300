import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { FailedMessagesCard } from '~/components/alerts/failed-messages-card.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { TabPanel, Tabs } from '~/components/ui/tabs.tsx'
import { NotificationDetails } from '../components/notification-details.tsx'
import { NotificationDialog } from '../components/notification-dialog.tsx'
import { NotificationList } from '../components/notification-list.tsx'
import { RulesTab } from '../components/rules-tab.tsx'
import type { Notification } from '../words.ts'

const views = ['notifications', 'reminders', 'failed'] as const

/** `/tenant-notifications?show=sent&notification=…`, `?view=reminders` or `?view=failed`. */
export function Component() {
  const [params, setParams] = useSearchParams()
  const [open, setOpen] = useState<{ notification?: Notification } | null>(null)
  const view = views.find((one) => one === params.get('view')) ?? 'notifications'
  const shown = params.get('notification')
  const show = (id: string | null) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (id) next.set('notification', id)
        else next.delete('notification')
        return next
      },
      { replace: id === null },
    )
  const edit = (notification: Notification) => {
    show(null)
    setOpen({ notification })
  }
  return (
    <>
      <PageHeader
        description="Tell tenants something, now, later or regularly, and see who got it."
        actions={
          <Button icon={<Plus aria-hidden />} onClick={() => setOpen({})}>
            Create Notification
          </Button>
        }
      />
      <Tabs
        label="Notifications"
        value={view}
        onValueChange={(next) => setParams(next === 'notifications' ? {} : { view: next })}
        tabs={[
          { value: 'notifications', label: 'Notifications' },
          { value: 'reminders', label: 'Reminder rules' },
          { value: 'failed', label: 'Not delivered' },
        ]}
      >
        <TabPanel value="notifications">
          <NotificationList onShow={show} onEdit={edit} onCreate={() => setOpen({})} />
        </TabPanel>
        <TabPanel value="reminders">
          <RulesTab />
        </TabPanel>
        <TabPanel value="failed">
          <FailedMessagesCard />
          <p className="mt-4 text-muted">
            Texts and emails that could not be delivered are listed here until you send them again or dismiss them.
          </p>
        </TabPanel>
      </Tabs>
      {shown && !open && <NotificationDetails id={shown} onEdit={edit} onClose={() => show(null)} />}
      {open && <NotificationDialog notification={open.notification} onClose={() => setOpen(null)} />}
    </>
  )
}
