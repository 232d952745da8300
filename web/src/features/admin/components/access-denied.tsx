import { ShieldX } from 'lucide-react'
import { EmptyState } from '~/components/ui/states.tsx'
import { superAdminOnly } from '~/texts/admin.ts'

/** For whoever gets here without being one: the address has no page for them, but a role can end while the page is open. */
export function AccessDenied() {
  return <EmptyState icon={<ShieldX aria-hidden />} title={superAdminOnly} />
}
