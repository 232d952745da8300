import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { MailPlus, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { totalOf } from '~/api/client/calls-of.ts'
import { useListInvitationsInfiniteQuery } from '~/api/invitations.ts'
import type { Invitee } from '~/components/tenancy/invitation-form.ts'
import { InviteDialog } from '~/components/tenancy/invite-dialog.tsx'
import { TenantDialog } from '~/components/tenancy/tenant-dialog.tsx'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { TabPanel, Tabs } from '~/components/ui/tabs.tsx'
import { paths } from '~/lib/paths.ts'
import { ImportPanel } from '../components/import-panel.tsx'
import { InsuranceList } from '../components/insurance-list.tsx'
import { InvitationList } from '../components/invitation-list.tsx'
import { TenantList } from '../components/tenant-list.tsx'

const views = ['tenants', 'invitations', 'insurance', 'import'] as const

type Open = { dialog: 'tenant'; tenant?: Tenant } | { dialog: 'invite'; invitee?: Invitee }

/** `/tenants?q=…&status=…&propertyId=…&sort=…&view=invitations|insurance|import`; at `/tenants/new?propertyId=…&unitId=…` with the dialog to add one. */
export function Component() {
  const navigate = useNavigate()
  const isNew = useLocation().pathname === paths.newTenant
  const [params, setParams] = useSearchParams()
  const view = views.find((one) => one === params.get('view')) ?? 'tenants'
  const pending = totalOf(useListInvitationsInfiniteQuery({ status: 'pending', limit: 1 }).data)
  const [open, setOpen] = useState<Open | null>(null)
  const invite = (invitee?: Invitee) => setOpen({ dialog: 'invite', ...(invitee ? { invitee } : {}) })
  const close = () => {
    setOpen(null)
    if (isNew) void navigate(paths.tenants, { replace: true })
  }
  const buttons = (
    <>
      <Button variant="secondary" icon={<MailPlus aria-hidden />} onClick={() => invite()}>
        Invite Tenant
      </Button>
      <Button icon={<UserPlus aria-hidden />} onClick={() => setOpen({ dialog: 'tenant' })}>
        Add Tenant
      </Button>
    </>
  )

  return (
    <>
      <PageHeader description="Who rents from you, on what terms, and who can use the portal." actions={buttons} />
      <Tabs
        label="Tenants and invitations"
        value={view}
        // Each view has filters of its own.
        onValueChange={(next) => setParams(next === 'tenants' ? {} : { view: next })}
        tabs={[
          { value: 'tenants', label: 'Tenants' },
          { value: 'invitations', label: 'Invitations', ...(pending ? { count: pending } : {}) },
          { value: 'insurance', label: 'Insurance' },
          { value: 'import', label: 'Import' },
        ]}
      >
        <TabPanel value="tenants">
          <TenantList onEdit={(tenant) => setOpen({ dialog: 'tenant', tenant })} firstSteps={buttons} />
        </TabPanel>
        <TabPanel value="invitations">
          <InvitationList onInvite={invite} />
        </TabPanel>
        <TabPanel value="insurance">
          <InsuranceList />
        </TabPanel>
        <TabPanel value="import">
          <ImportPanel />
        </TabPanel>
      </Tabs>
      {isNew && (
        <TenantDialog
          home={{ propertyId: params.get('propertyId') ?? undefined, unitId: params.get('unitId') ?? undefined }}
          onClose={close}
        />
      )}
      {open?.dialog === 'tenant' && <TenantDialog tenant={open.tenant} onClose={close} />}
      {open?.dialog === 'invite' && <InviteDialog by="link" invitee={open.invitee} onClose={close} />}
    </>
  )
}
