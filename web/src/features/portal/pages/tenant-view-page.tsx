import { Eye } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import { Provider } from 'react-redux'
import { Badge } from '~/components/ui/badge.tsx'
import { Callout } from '~/components/ui/states.tsx'
import { fullName } from '~/lib/format.ts'
import { toast, type ToastWords } from '~/lib/toast.ts'
import { previewNotice } from '~/texts/portal.ts'
import type { OpenDialog } from '../components/dialogs.tsx'
import { PortalHeader } from '../components/portal-header.tsx'
import { Portal } from '../components/portal.tsx'
import { createSampleStore } from '../preview/sample-store.ts'
import { sampleRecords } from '../preview/sample.ts'

/** What each button of the portal would do: the preview has no tenant. */
const notices: Record<NonNullable<OpenDialog>, ToastWords> = {
  payment: {
    title: 'Make Payment',
    description: 'A tenant reports a payment here. You see it under Payments and confirm it.',
  },
  request: {
    title: 'Maintenance request',
    description: 'A tenant describes what is broken here. It appears on your Maintenance list right away.',
  },
  contact: { title: 'Contact landlord', description: 'A tenant can message you here and read your replies.' },
}

const notify = (what: NonNullable<OpenDialog>) => toast(notices[what])

/** The tenant's pages and files are not the reader's: a press says where it would lead. */
function explainLink(event: MouseEvent) {
  const pressed = event.target instanceof Element ? event.target.closest('a[href]') : null
  if (!pressed) return
  event.preventDefault()
  event.stopPropagation()
  toast({ title: pressed.textContent.trim() || 'Preview', description: previewNotice })
}

/** `/tenant-view`: the portal over sample records. */
export function Component() {
  const [store] = useState(createSampleStore)
  const [{ profile }] = useState(sampleRecords)
  return (
    <Provider store={store}>
      <div className="contents" onClickCapture={explainLink}>
        <Portal
          profile={profile}
          notify={notify}
          header={() => (
            <>
              <PortalHeader
                name={fullName(profile)}
                badge={
                  <Badge tone="brass" icon={<Eye aria-hidden />}>
                    Preview
                  </Badge>
                }
                actions={null}
              />
              <Callout className="mb-4" title="Preview with sample content">
                This is what a tenant sees after signing in. The tenant, the home and the payments are made up; the
                buttons only explain what they do.
              </Callout>
            </>
          )}
        />
      </div>
    </Provider>
  )
}
