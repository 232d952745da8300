import { createMaintenance, updateMaintenance } from '@keyhold/contracts/maintenance/requests'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, startMaintenanceApp } from '../testing/test-app.ts'

let app: Awaited<ReturnType<typeof startMaintenanceApp>>
beforeAll(async () => void (app = await startMaintenanceApp()))
afterAll(() => app.stop())

test.each([{ title: 'Tap \ud83d' }, { description: 'Tap \udc00 drips' }, { vendorName: 'Pipes \ud83d' }])(
  'half a character is no text: it is said, and nothing fails (%j)',
  async (fields) => {
    const landlord = actors.landlord()
    const refused = { status: 400, problem: { detail: 'Contains invalid characters.' } }
    expect(await app.send(createMaintenance, landlord, { body: { ...form, ...fields } })).toMatchObject(refused)
    const { id } = await app.openRequest(landlord)
    expect(await app.send(updateMaintenance, landlord, { params: { id }, body: fields })).toMatchObject(refused)
  },
)
