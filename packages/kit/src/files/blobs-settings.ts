import { join } from 'node:path'
import { z } from '@keyhold/contracts/zod'
import { folderBlobs } from './blobs-folder.ts'
import type { BlobStore } from './blobs.ts'

const missing = (name: string) => `missing; ${name} of the S3 store that keeps the files`

/** What a distributed process must be told: a folder of its own would be seen by nobody else. */
export const blobsElsewhere = {
  S3_ENDPOINT: z.url(missing('the address')),
  S3_BUCKET: z.string(missing('the bucket')),
  S3_ACCESS_KEY_ID: z.string(missing('the key id')),
  S3_SECRET_ACCESS_KEY: z.string(missing('the secret')),
}

/** Settings of a service that keeps files; part of its `config`, checked by `isWholeStore`. */
export const blobSettings = {
  DATA_DIR: z
    .string()
    .default('.data')
    .describe('Where the embedded database, the keys made at first start and (without S3) files live'),
  S3_ENDPOINT: z
    .url('not an address')
    .optional()
    .describe('S3 or MinIO, where files are kept; absent: a folder in DATA_DIR'),
  S3_REGION: z.string().default('us-east-1').describe('Region of the S3 bucket'),
  S3_BUCKET: z.string().optional().describe('Bucket for files; made at start where it does not exist'),
  S3_ACCESS_KEY_ID: z.string().optional().describe('Key id for the S3 bucket'),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret of that key'),
}
const settings = z.object(blobSettings)
export type BlobSettings = z.output<typeof settings>

/** Names every S3 setting that is missing beside one that is there. */
export function isWholeStore(context: { value: Partial<BlobSettings>; issues: object[] }): void {
  const names = Object.keys(blobsElsewhere) as (keyof typeof blobsElsewhere)[]
  if (names.every((name) => context.value[name] === undefined)) return
  for (const name of names) {
    const parsed = blobsElsewhere[name].safeParse(context.value[name])
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
  // At run time: the client takes its time to load, and a process without S3 has no use for it.
  const { s3Blobs } = await import('./blobs-s3.ts')
  return s3Blobs({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  })
}
