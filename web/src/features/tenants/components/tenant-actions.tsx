import type { Tenant } from '@keyhold/contracts/tenancy/tenants'
import { CalendarPlus, CreditCard, FileText, MailPlus, MessageSquareText, Pencil, Sparkles } from 'lucide-react'
import { useUser } from '~/api/client/session.ts'
import { ActionButton, ActionLink, ActionList } from '~/components/ui/action-list.tsx'
import { fullName } from '~/lib/format.ts'
import { paths } from '~/lib/paths.ts'

/** The quick actions of one tenant. */
export function TenantActions({
  tenant,
  onEdit,
  onInvite,
  onScreen,
}: {
  tenant: Tenant
  onEdit: () => void
  onInvite: () => void
  onScreen: () => void
}) {
  const landlord = fullName(useUser())
  const visit = { icon: <CalendarPlus aria-hidden />, label: 'Schedule Visit' }
  return (
    <ActionList title="Quick Actions">
      <ActionLink
        to={paths.paymentsOf({ tenant: tenant.id })}
        icon={<CreditCard aria-hidden />}
        label="View Payments"
      />
      <ActionLink
        to={paths.documentsOf({ tenant: tenant.id })}
        icon={<FileText aria-hidden />}
        label="View Documents"
      />
      <ActionLink to={paths.chatWith(tenant.id)} icon={<MessageSquareText aria-hidden />} label="Start Chat" />
      <ActionButton
        onPress={onScreen}
        icon={<Sparkles aria-hidden />}
        label="AI Screen"
        hint="Based on your own records"
      />
      {tenant.portalAccess === 'none' && (
        <ActionButton
          onPress={onInvite}
          icon={<MailPlus aria-hidden />}
          label="Invite to portal"
          hint="Sends a registration link, valid for 7 days"
        />
      )}
      {tenant.email ? (
        <ActionLink href={visitDraft(tenant, landlord)} {...visit} hint="Opens an email draft" />
      ) : (
        <ActionButton disabled {...visit} hint="Needs an email address" />
      )}
      <ActionButton onPress={onEdit} icon={<Pencil aria-hidden />} label="Edit Tenant" />
    </ActionList>
  )
}

function visitDraft({ email, firstName, propertyName }: Tenant, landlord: string): string {
  const home = propertyName ?? 'your home'
  const subject = `Visit to ${home}`
  const body = `Hi ${firstName},\n\nI would like to visit ${home}. Which of these times would suit you?\n\n- \n- \n\nThank you,\n${landlord}`
  // Not URLSearchParams: mail programs show its plus signs.
  return `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`
}
