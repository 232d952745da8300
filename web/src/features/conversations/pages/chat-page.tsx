import { PageHeader } from '~/components/ui/page-header.tsx'
import { AssistantSwitch } from '../components/assistant-switch.tsx'
import { Workspace } from '../components/workspace.tsx'

/** `/chat?conversation=…&tenant=…` */
export function Component() {
  return (
    <Workspace
      view="chat"
      header={(start) => (
        <PageHeader
          description="Ask the assistant about your own records, or write to a tenant."
          actions={
            <>
              <AssistantSwitch />
              {start}
            </>
          }
        />
      )}
    />
  )
}
