import { createProperty } from '@keyhold/contracts/properties/properties'
import { addPhoto } from '@keyhold/contracts/properties/property-photos'
import { noisyPicture } from '@keyhold/kit/testing/pictures'
import { type Person, startProduct } from '../../services/testing/product.ts'
import { beginUpload } from '../../services/testing/slow-upload.ts'
import type { Finding } from '../abuse.ts'
import { percentiles, timed } from '../lib/percentiles.ts'

const uploads = 15
const limitMs = 1_000
const ratio = 3

/** Free accounts begin many uploads and send them as slowly as they may. */
export async function attack(): Promise<Finding[]> {
  const product = await startProduct()
  try {
    const ann = await product.landlord('Ann')
    const picture = await noisyPicture()
    const uploadTimes = async () => {
      const form = { address: '1 Elm St', type: 'house' as const, monthlyRent: 1000, bedrooms: 1, bathrooms: 1 }
      const { body: home } = await ann.api(createProperty, { body: form })
      const times: number[] = []
      let failed = 0
      for (let i = 0; i < uploads; i++)
        times.push(
          await timed(async () => {
            const { status } = await ann.api(addPhoto, { params: { id: home.id }, body: picture })
            if (status !== 201) failed++
          }),
        )
      return { slowest: percentiles(times).p95, failed, id: home.id }
    }
    const reference = await uploadTimes()
    const findings: Finding[] = []
    for (const [accounts, each] of [
      [6, 3],
      [20, 10],
    ] as const) {
      const bots: Person[] = []
      for (let i = 0; i < accounts; i++) bots.push(await product.landlord(`Bot${each}x${i}`))
      const path = `/api/properties/${reference.id}/photos`
      const slow = await Promise.all(
        bots.flatMap((bot) => Array.from({ length: each }, () => beginUpload(product.url, bot, path))),
      )
      const during = await uploadTimes()
      for (const one of slow) one.stop()
      findings.push({
        promise: `uploads go on beside ${slow.length} slow ones of ${accounts} free accounts`,
        isHeld: during.failed === 0 && during.slowest < Math.max(limitMs, ratio * reference.slowest),
        figures: `${uploads - during.failed} of ${uploads} stored, p95 ${during.slowest.toFixed(0)} ms, without the attack ${reference.slowest.toFixed(0)} ms`,
      })
    }
    return findings
  } finally {
    await product.stop()
  }
}
