import { expect, test } from 'vitest'
import { signIn } from './steps/accounts.ts'
import { faultsOf, watchLoading } from './steps/looks.ts'
import { button, dialog } from './steps/page.ts'
import { type Person, useWorld, whileSignedOut } from './steps/world.ts'

// Every screen of the demo portfolio, wide and narrow, light and dark: nothing sticks out, nothing is logged, axe is content.
// With SCREENSHOTS set to a folder, a picture of each is left there.

const world = useWorld({ demo: true })

interface Screen {
  path: string
  /** Opens what the screen hides: the name of a button, and of the dialog that it opens. */
  open?: [button: string, dialog: string]
}

async function walk({ page }: Person, screens: Screen[]): Promise<string[]> {
  const { visit, settled } = watchLoading(page)
  const faults: string[] = []
  for (const { path, open } of screens) {
    await visit(path)
    if (open) {
      await button(page, open[0]).first().click()
      await dialog(page, open[1]).waitFor()
      await settled()
    }
    faults.push(...(await faultsOf(page, open ? `${path} ${open[1]}` : path)))
  }
  return faults
}

test.concurrent('what everyone may see', async () => {
  const visitor = await world.meet()
  const paths = ['/', '/?tab=sign-in', '/?tab=create-account', '/login', '/signup', '/terms', '/privacy', '/no-such-page']
  expect(await walk(visitor, paths.map((path) => ({ path })))).toEqual([])
  visitor.expectClean(...whileSignedOut)
  expect(await walk(visitor, [{ path: '/tenant-register?token=gone' }])).toEqual([])
  visitor.expectClean(...whileSignedOut, /GET \S+\/api\/tenant-invitations\/gone 404$/)
})

test.concurrent("a landlord's screens", async () => {
  const maya = await world.meet()
  await signIn(maya.page, world.product.demo.find(({ role }) => role === 'landlord')!, 'landlord')
  maya.expectClean(...whileSignedOut)
  const first = async (path: string) => ((await (await maya.context.request.get(path)).json()) as { id: string }[])[0]!.id
  const [property, tenant, request] = await Promise.all(['/api/properties', '/api/tenants', '/api/maintenance-requests'].map(first))
  expect(
    await walk(maya, [
      { path: '/' },
      { path: '/', open: ['SMS Invite Tenant', 'SMS Invite Tenant'] },
      { path: '/properties' },
      { path: '/properties', open: ['Add Property', 'Add New Property'] },
      { path: `/properties/${property}` },
      { path: '/tenants' },
      { path: '/tenants/new' },
      { path: '/tenants', open: ['Invite Tenant', 'Invite Tenant'] },
      { path: '/tenants?view=invitations' },
      { path: `/tenants/${tenant}` },
      { path: '/payments' },
      { path: '/payments', open: ['Record Payment', 'Record Payment'] },
      { path: '/payments', open: ['Verify', 'Verify Payment'] },
      { path: '/maintenance' },
      { path: '/maintenance', open: ['New Request', 'New Request'] },
      { path: `/maintenance?request=${request}` },
      { path: '/nowhere' },
    ]),
  ).toEqual([])
  maya.expectClean()
})

test.concurrent("a tenant's screens", async () => {
  const jordan = await world.meet()
  await signIn(jordan.page, world.product.demo.find(({ role }) => role === 'tenant')!, 'tenant')
  jordan.expectClean(...whileSignedOut)
  expect(
    await walk(jordan, [
      { path: '/' },
      { path: '/', open: ['Make Payment', 'Make Payment'] },
      { path: '/', open: ['Submit New Request', 'Submit New Request'] },
      { path: '/tenant-maintenance' },
      { path: '/tenant-maintenance', open: ['New Request', 'New Request'] },
    ]),
  ).toEqual([])
  jordan.expectClean()
})
