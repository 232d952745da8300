import { currentUser } from '@keyhold/contracts/identity/accounts'
import { createProperty } from '@keyhold/contracts/properties/properties'
import { addPhoto } from '@keyhold/contracts/properties/property-photos'
import { picture } from '@keyhold/kit/testing/pictures'
import { type Person, startProduct } from '../../services/testing/product.ts'
import type { Finding } from '../abuse.ts'
import { timed } from '../lib/percentiles.ts'

const pictures = 12
const texts = 40
const mostMegabytes = 800

/** Pictures and texts that are large once they are decoded, many at a time. */
export async function attack(): Promise<Finding[]> {
  const product = await startProduct()
  try {
    const [mallory, ann] = [await product.landlord('Mallory'), await product.landlord('Ann')]
    const form = { address: '1 Elm St', type: 'house' as const, monthlyRent: 1000, bedrooms: 1, bathrooms: 1 }
    const homeOf = async (landlord: Person) => (await landlord.api(createProperty, { body: form })).body.id
    const [hers, his] = [await homeOf(ann), await homeOf(mallory)]
    const small = await picture()
    // A few kilobytes that become 190 MB.
    const large = await picture({ width: 8_000, height: 7_900 })
    const add = (landlord: Person, id: string, body: Uint8Array) => landlord.api(addPhoto, { params: { id }, body })
    const reference = await timed(() => add(ann, hers, small))
    const memory = watchMemory()
    const attackers = Array.from({ length: pictures }, () => add(mallory, his, large))
    const during = await timed(() => add(ann, hers, small))
    const stored = (await Promise.all(attackers)).filter(({ status }) => status === 201).length

    const nested = `{"address":[${'[],'.repeat(330_000)}[]]}`
    const bodies = Array.from({ length: texts }, () => mallory.api(createProperty, { raw: nested }))
    const seen = await timed(() => ann.api(currentUser))
    await Promise.all(bodies)
    const grown = memory.stop()
    return [
      {
        promise: 'a small photo of one landlord does not wait for the large ones of another',
        isHeld: during < Math.max(3_000, 4 * reference),
        figures: `${during.toFixed(0)} ms beside ${pictures} large ones (${stored} stored), alone ${reference.toFixed(0)} ms`,
      },
      {
        promise: 'decoding many pictures and texts takes a bounded amount of memory',
        isHeld: grown < mostMegabytes,
        figures: `${grown.toFixed(0)} MB more at the most for ${pictures} pictures of 190 MB, then ${texts} texts of 1 MB; another caller's request took ${seen.toFixed(0)} ms`,
      },
    ]
  } finally {
    await product.stop()
  }
}

/** By how many megabytes this process grew at the most. */
function watchMemory(): { stop(): number } {
  const before = process.memoryUsage.rss()
  let most = before
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  return {
    stop() {
      clearInterval(timer)
      return (most - before) / 1e6
    },
  }
}
