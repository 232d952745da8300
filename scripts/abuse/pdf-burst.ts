import { reportFile } from '@keyhold/contracts/payments/reports'
import { seedBulkPayments } from '@keyhold/payments/testing/seed-bulk'
import { type Person, startProduct } from '../../services/testing/product.ts'
import type { Finding } from '../abuse.ts'
import { percentiles, timed } from '../lib/percentiles.ts'

const burst = 40
const limitMs = 5_000
const ratio = 4

/** One landlord asks for many long PDFs at once, while another wants a short one. */
export async function attack(): Promise<Finding[]> {
  const product = await startProduct()
  try {
    const [mallory, ann] = [await product.landlord('Mallory'), await product.landlord('Ann')]
    await seedBulkPayments(product.databaseUrl, {
      landlords: 1,
      charges: 9_600,
      perTenant: 12,
      including: mallory.user.id,
    })
    const pdf = async (landlord: Person) =>
      (await landlord.api(reportFile, { params: { kind: 'rent-roll' }, query: { format: 'pdf' } })).status
    const shortTimes = async () => {
      const times: number[] = []
      for (let i = 0; i < 5; i++)
        times.push(
          await timed(async () => {
            const status = await pdf(ann)
            if (status !== 200) throw new Error(`the other landlord's PDF was answered ${status}`)
          }),
        )
      return percentiles(times).max
    }
    await pdf(ann)
    const reference = await shortTimes()
    const attackers = Array.from({ length: burst }, () => pdf(mallory))
    const during = await shortTimes()
    const answers = await Promise.all(attackers)
    const made = answers.filter((status) => status === 200).length
    return [
      {
        promise: 'a short PDF of one landlord does not wait for the long ones of another',
        isHeld: during < Math.max(limitMs, ratio * reference),
        figures: `slowest of 5 in ${during.toFixed(0)} ms, without the burst ${reference.toFixed(0)} ms`,
      },
      {
        promise: `a burst of ${burst} PDFs is made two at a time, and what is beyond the queue is refused`,
        isHeld: made > 0 && answers.every((status) => status === 200 || status === 503),
        figures: `${made} made, ${burst - made} refused`,
      },
    ]
  } finally {
    await product.stop()
  }
}
