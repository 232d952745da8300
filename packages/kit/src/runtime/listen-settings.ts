import { z } from '@keyhold/contracts/zod'

/** Where a process listens. */
export const listenSettings = {
  PORT: z.coerce.number().int().min(0).max(65535).default(8080).describe('Port to listen on; 0 takes a free one'),
  HOST: z.string().default('127.0.0.1').describe('Address to listen on; 0.0.0.0 for all of them'),
}
