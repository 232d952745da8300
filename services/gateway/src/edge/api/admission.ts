import type { Endpoint } from '@keyhold/contracts/endpoint'
import { Refusal } from '@keyhold/kit/http/problem'
import { createFairQueue } from '@keyhold/kit/lib/fair-queue'
import {
  arrivingUploadsPerCaller,
  bodyMemoryBytes,
  bodyWaitMs,
  fileBytes,
  fileBytesPerOwner,
  smallestFileCost,
  textBytes,
  textBytesPerOwner,
} from '../../limits.ts'
import { receiveBody } from './read-body.ts'
import type { Spool, Spooled } from './spool.ts'

export interface Sender {
  endpoint: Pick<Endpoint, 'encoding' | 'maxBody'>
  /** The account or network. */
  caller: string
  /** The landlord, or the caller. */
  owner: string
}

export interface Admission {
  /**
   * Takes in the body of a request and runs `work` with it when it is the owner's turn.
   * @throws Refusal as `receiveBody`; 503 after a long wait
   */
  admit<T>(request: Request, sender: Sender, work: (body: Buffer) => Promise<T>): Promise<T>
}

const busy = () =>
  new Refusal('unavailable', 'We are receiving too many requests right now. Please try again in a moment.', {
    retryAfter: 5,
  })

/**
 * How bodies get into memory: once they have arrived as a whole, so that a slow connection keeps no place from anybody, and in fair turns of the
 * landlords, since a body is in memory several times until it is answered.
 */
export function createAdmission(spool: Spool): Admission {
  const arriving = createFairQueue({ total: Infinity, perOwner: arrivingUploadsPerCaller, busy })
  const files = createFairQueue({ total: fileBytes, perOwner: fileBytesPerOwner, waitMs: bodyWaitMs, busy })
  const texts = createFairQueue({ total: textBytes, perOwner: textBytesPerOwner, waitMs: bodyWaitMs, busy })
  return {
    async admit(request, { endpoint, caller, owner }, work) {
      const receive = () => receiveBody(request, { limit: endpoint.maxBody, owner, spool })
      const isFile = endpoint.encoding === 'bytes' || endpoint.encoding === 'multipart'
      const body = await (isFile ? arriving(caller, receive) : receive())
      try {
        const read = async () => work(await readAndClose(body))
        if (isFile) return await files(owner, read, Math.max(body.size, smallestFileCost))
        return await (body.size > bodyMemoryBytes ? texts(owner, read, body.size) : read())
      } finally {
        await body.close()
      }
    },
  }
}

async function readAndClose(body: Spooled): Promise<Buffer> {
  const bytes = await body.read()
  await body.close()
  return bytes
}
