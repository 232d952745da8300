import { FileText, MessageSquare, UserPen } from 'lucide-react'
import { ActionButton, ActionLink, ActionList } from '~/components/ui/action-list.tsx'
import { paths } from '~/lib/paths.ts'

/** What a tenant does most, beside paying and reporting. */
export function QuickActions({ onContact }: { onContact: () => void }) {
  return (
    <ActionList title="Quick Actions">
      <ActionButton
        icon={<MessageSquare aria-hidden />}
        label="Contact Landlord"
        hint="Ask a question or send a message"
        onPress={onContact}
      />
      <ActionLink
        to={paths.documents}
        icon={<FileText aria-hidden />}
        label="View Documents"
        hint="Your lease and what is shared with you"
      />
      <ActionLink
        to={paths.personalDetails}
        icon={<UserPen aria-hidden />}
        label="Update Profile"
        hint="Phone, emergency contact, insurance"
      />
    </ActionList>
  )
}
