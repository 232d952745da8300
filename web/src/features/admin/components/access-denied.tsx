import { ShieldX } from 'lucide-react'
import { EmptyState } from '~/components/ui/states.tsx'
import { superAdminOnly } from '~/texts/admin.ts'

/** For a user who is not an administrator. */
export function AccessDenied() {
  return <EmptyState icon={<ShieldX aria-hidden />} title={superAdminOnly} level={1} />
}
