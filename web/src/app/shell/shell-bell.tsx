import { useLocation } from 'react-router-dom'
import { useRole } from '~/api/client/session.ts'
import { NoticeBell } from '~/components/notifications/notice-bell.tsx'
import { paths } from '~/lib/paths.ts'

/** The bell of the frame; a tenant's portal has it in its own header. */
export function ShellBell() {
  const role = useRole()
  const { pathname } = useLocation()
  const isPortal = role === 'tenant' && (pathname === paths.home || pathname === paths.tenantPortal)
  return isPortal ? null : <NoticeBell />
}
