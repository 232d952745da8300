import { connect } from 'node:net'
import { z } from '@keyhold/contracts/zod'
import { Refusal, refuse } from '../http/problem.ts'

/** Part of the `config` of a service that stores files of users. */
export const scannerSettings = {
  CLAMAV_URL: z
    .url({ protocol: /^tcp$/, error: 'not an address like tcp://clamav:3310' })
    .optional()
    .describe(
      'ClamAV daemon that scans files before they are stored, like tcp://clamav:3310; without it none is scanned',
    ),
}

export interface VirusScanner {
  /** @throws Refusal 400 where the bytes have a known signature, 503 where the scanner does not answer */
  scan(bytes: Uint8Array): Promise<void>
}

const answerMs = 30_000
const chunkBytes = 64 * 1024
const longestAnswer = 4096

/** A scanner on the daemon that the settings name; undefined where they name none. */
export function openScanner({ CLAMAV_URL }: { CLAMAV_URL?: string | undefined }): VirusScanner | undefined {
  if (CLAMAV_URL === undefined) return undefined
  const { hostname, port } = new URL(CLAMAV_URL)
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 3310) }
  return {
    async scan(bytes) {
      const answer = await sendStream(address, bytes).catch((error: unknown) => {
        throw new Refusal(
          'unavailable',
          'Files can’t be scanned for viruses right now. Please try again in a moment.',
          {
            cause: error,
          },
        )
      })
      if (answer === 'stream: OK') return
      const [, signature] = /^stream: (.+) FOUND$/.exec(answer) ?? []
      if (signature !== undefined)
        refuse('invalid-input', 'This file was not saved because a virus was found in it.', { cause: signature })
      refuse('unavailable', 'This file could not be scanned for viruses. Please try again, or use a smaller file.', {
        cause: answer,
      })
    },
  }
}

/** Sends bytes to the daemon as INSTREAM: chunks, each after its length in four bytes, and an empty one at the end. Returns its answer. */
function sendStream(address: { host: string; port: number }, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(address)
    let answer = ''
    const end = (settle: () => void) => {
      socket.destroy()
      settle()
    }
    socket.setTimeout(answerMs, () => end(() => reject(new Error(`no answer from ClamAV in ${answerMs} ms`))))
    socket.setEncoding('utf8').on('data', (text: string) => {
      answer += text
      const length = answer.indexOf('\0')
      if (length >= 0) end(() => resolve(answer.slice(0, length)))
      else if (answer.length > longestAnswer) end(() => reject(new Error('the answer of ClamAV is too long')))
    })
    socket.on('error', (error) => end(() => reject(error)))
    socket.on('close', () => reject(new Error('ClamAV closed the connection without an answer')))
    socket.on('connect', () => {
      socket.write('zINSTREAM\0')
      for (let from = 0; from < bytes.length; from += chunkBytes) {
        const chunk = bytes.subarray(from, from + chunkBytes)
        const length = Buffer.alloc(4)
        length.writeUInt32BE(chunk.length)
        socket.write(length)
        socket.write(chunk)
      }
      socket.write(Buffer.alloc(4))
    })
  })
}
