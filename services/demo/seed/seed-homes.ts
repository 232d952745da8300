import { createVendor } from '@keyhold/contracts/maintenance/vendors'
import { createBankAccount } from '@keyhold/contracts/payments/bank-accounts'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { addPhoto } from '@keyhold/contracts/properties/property-photos'
import { createUnit, updateUnit } from '@keyhold/contracts/properties/units'
import { drawPicture, type PictureName } from '../pictures/pictures.ts'
import { type PropertyKey, properties, type UnitKey, units } from '../story/homes.ts'
import { vendors } from '../story/repairs.ts'
import type { Story } from './scenes.ts'

const photos: Record<PropertyKey, PictureName[]> = {
  house: ['houseFront', 'housePlan'],
  duplex: ['duplexFront'],
  court: ['courtFront'],
  loft: ['loftRoom', 'loftPlan'],
}

/** Properties with units and photos, the account for deposits, and the vendors. */
export async function seedHomes(story: Story): Promise<void> {
  const { call, maya } = story
  // One after the other, so that they are always listed in the same order.
  for (const key of Object.keys(properties) as PropertyKey[]) {
    const { amenities, ...form } = properties[key]
    const property = await call(createProperty, maya, { body: { ...form, amenities: [...amenities], images: [] } })
    story.properties[key] = property.id
  }
  await Promise.all(Object.keys(properties).map((key) => seedUnits(story, key as PropertyKey)))
  await Promise.all(Object.keys(properties).map((key) => seedPhotos(story, key as PropertyKey)))
  const trust = { name: 'Deposit trust account', kind: 'trust', lastFour: '4471' } as const
  story.trustAccount = (await call(createBankAccount, maya, { body: trust })).id
  for (const [key, { trades, ...vendor }] of Object.entries(vendors))
    story.vendors[key] = (await call(createVendor, maya, { body: { ...vendor, trades: [...trades] } })).id
}

async function seedUnits({ call, maya, properties: ids, units: unitIds }: Story, property: PropertyKey): Promise<void> {
  const own = (Object.keys(units) as UnitKey[]).filter((key) => units[key].property === property)
  for (const [n, key] of own.entries()) {
    const { property: _, ...body } = units[key]
    const unit =
      n === 0
        ? await call(updateUnit, maya, { params: { id: ids[property] }, body })
        : await call(createUnit, maya, { params: { id: ids[property] }, body })
    unitIds[key] = unit.id
  }
}

async function seedPhotos({ call, maya, properties: ids }: Story, property: PropertyKey): Promise<void> {
  for (const name of photos[property])
    await call(addPhoto, maya, { params: { id: ids[property] }, body: await drawPicture(name) })
}
