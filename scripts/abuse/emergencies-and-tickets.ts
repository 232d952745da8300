import { openTicket } from '@keyhold/contracts/identity/support-tickets'
import { createTenantMaintenance } from '@keyhold/contracts/maintenance/tenant-requests'
import { startProduct } from '../../services/testing/product.ts'
import type { Finding } from '../abuse.ts'

const attempts = 50

/** A tenant wakes the landlord with emergencies, a landlord fills the support desk, and the public asks for the state of the parts. */
export async function attack(): Promise<Finding[]> {
  const product = await startProduct()
  try {
    const ann = await product.landlord('Ann')
    const tenant = await product.tenantOf(ann)
    const send = <T>(one: () => Promise<T>) => Promise.all(Array.from({ length: attempts }, one))
    const reports = await send(() =>
      tenant.api(createTenantMaintenance, {
        body: { title: 'Help', description: 'Help me now', priority: 'emergency' },
      }),
    )
    const tickets = await send(() => ann.api(openTicket, { body: { subject: 'Help', message: 'Help me now' } }))
    const [emergencies, opened] = [reports, tickets].map((list) => list.filter(({ status }) => status === 201).length)
    const others = [...reports, ...tickets].filter(({ status }) => status !== 201)
    const asked = await product.visitor().fetch('/readyz', { headers: { 'x-forwarded-for': '203.0.113.1' } })
    const word = await asked.text()
    return [
      {
        promise: 'a tenant reports five emergencies a day',
        isHeld: emergencies === 5,
        figures: `${emergencies} of ${attempts} at once`,
      },
      {
        promise: 'a landlord opens twenty tickets a day',
        isHeld: opened === 20 && others.every(({ status }) => status === 429),
        figures: `${opened} of ${attempts} at once`,
      },
      {
        promise: 'the public learns in a word whether the product is ready',
        isHeld: word === 'ready',
        figures: `/readyz answered "${word.slice(0, 40)}"`,
      },
    ]
  } finally {
    await product.stop()
  }
}
