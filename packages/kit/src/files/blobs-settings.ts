import { join } from 'node:path'
import { z } from '@keyhold/contracts/zod'
import { folderBlobs } from './blobs-folder.ts'
import type { BlobStore } from './blobs.ts'

const missing = (name: string) => `missing; ${name} of the S3 store for files`

/** Required of a process that runs some of the services: a folder of its own is not shared with the others. */
export const s3Required = {
  S3_ENDPOINT: z.url(missing('the address')),
  S3_BUCKET: z.string(missing('the bucket')),
  S3_ACCESS_KEY_ID: z.string(missing('the key id')),
  S3_SECRET_ACCESS_KEY: z.string(missing('the secret')),
}

/** Settings of a service that stores files; part of its `config`, checked by `isWholeStore`. */
export const blobSettings = {
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Where the embedded database, the keys made at first start and (without S3) files are stored'),
  S3_ENDPOINT: z.url('not an address').optional().describe('S3 or MinIO for files; without it a folder in DATA_DIR'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the S3 bucket'),
  S3_BUCKET: z.string().optional().describe('Bucket for files; created at start if it does not exist'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Key id for the S3 bucket'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of that key'),
}
const settings = z.object(blobSettings)
export type BlobSettings = z.output<typeof settings>

/** Reports every S3 setting that is missing while another one is given. */
export function isWholeStore(context: { value: Partial<BlobSettings>; issues: object[] }): void {
  const names = Object.keys(s3Required) as (keyof typeof s3Required)[]
  if (names.every((name) => context.value[name] === undefined)) return
  for (const name of names) {
    const parsed = s3Required[name].safeParse(context.value[name])
    if (!parsed.success)
      context.issues.push({
        code: 'custom',
        path: [name],
        message: parsed.error.issues[0]?.message,
        input: context.value,
      })
  }
}

/** The store that the settings name: S3, or a folder in DATA_DIR. */
export async function openBlobs({
  DATA_DIR,
  S3_REGION,
  S3_ENDPOINT,
  S3_BUCKET,
  S3_ACCESS_KEY_ID,
  S3_SECRET_ACCESS_KEY,
}: BlobSettings): Promise<BlobStore> {
  if (!S3_ENDPOINT || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    return folderBlobs(join(DATA_DIR, 'blobs'))
  // Imported when needed: the client is slow to load.
  const { s3Blobs } = await import('./blobs-s3.ts')
  return s3Blobs({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  })
}
