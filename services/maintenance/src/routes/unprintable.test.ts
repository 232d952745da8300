import { createMaintenance, updateMaintenance } from '@keyhold/contracts/maintenance/requests'
import { actors } from '@keyhold/kit/testing/test-app'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { form, openHouse } from '../testing/test-app.ts'

let house: Awaited<ReturnType<typeof openHouse>>
beforeAll(async () => void (house = await openHouse()))
afterAll(() => house.stop())

test.each([{ title: 'Tap \ud83d' }, { description: 'Tap \udc00 drips' }, { vendorName: 'Pipes \ud83d' }])(
  'half a character is no text: it is said, and nothing fails (%j)',
  async (fields) => {
    const landlord = actors.landlord()
    const refused = { status: 400, problem: { detail: 'Contains characters that cannot be printed.' } }
    expect(await house.send(createMaintenance, landlord, { body: { ...form, ...fields } })).toMatchObject(refused)
    const { id } = await house.open(landlord)
    expect(await house.send(updateMaintenance, landlord, { params: { id }, body: fields })).toMatchObject(refused)
  },
)
