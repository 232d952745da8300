import { Link } from 'react-router-dom'
import { Button } from '~/components/ui/button.tsx'
import { PageHeader } from '~/components/ui/page-header.tsx'
import { paths } from '~/lib/paths.ts'
import { AssistantSwitch } from '../components/assistant-switch.tsx'
import { Workspace } from '../components/workspace.tsx'

/** `/tenant-portal?conversation=…&tenant=…` of a landlord. */
export function Component() {
  return (
    <Workspace
      view="portal"
      header={(start) => (
        <PageHeader
          description="Conversations with your tenants. They read them in their portal."
          actions={
            <>
              <AssistantSwitch />
              <Button asChild variant="secondary">
                <Link to={paths.tenantMessages}>Messages</Link>
              </Button>
              {start}
            </>
          }
        />
      )}
    />
  )
}
