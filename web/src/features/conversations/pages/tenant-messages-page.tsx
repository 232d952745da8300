import { LogIn } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useSession } from '~/api/client/session.ts'
import { Button } from '~/components/ui/button.tsx'
import { DocumentTitle, PageHeader } from '~/components/ui/page-header.tsx'
import { EmptyState } from '~/components/ui/states.tsx'
import { paths } from '~/lib/paths.ts'
import { pleaseLogIn } from '~/texts/conversations.ts'
import { Workspace } from '../components/workspace.tsx'

/** `/tenant-messages?conversation=…`: the tenant's conversations, a landlord's own for a landlord. */
export function Component() {
  const { user } = useSession()
  if (!user)
    return (
      <main>
        <DocumentTitle title="Messages" />
        <EmptyState
          level={1}
          icon={<LogIn aria-hidden />}
          title={pleaseLogIn}
          description="Your messages are behind your account."
          action={
            <Button asChild>
              <Link to={paths.login}>Sign in</Link>
            </Button>
          }
        />
      </main>
    )
  return (
    <Workspace
      view={user.userType === 'tenant' ? 'tenant' : 'portal'}
      header={(start) => <PageHeader crumbs={[{ label: 'Tenant Portal', to: paths.tenantPortal }]} actions={start} />}
    />
  )
}
