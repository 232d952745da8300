import {
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { type BlobStore, checkKey, storeDown } from './blobs.ts'

interface Settings {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

const isNamed = (error: unknown, ...names: string[]) =>
  error instanceof S3ServiceException && names.includes(error.name)

/** Blobs as objects in an S3 bucket (AWS, MinIO). A missing bucket is created as soon as the store answers. */
export function s3Blobs({ endpoint, region, bucket, accessKeyId, secretAccessKey }: Settings): BlobStore {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Only AWS has a host name per bucket.
    forcePathStyle: true,
    // Checksums that only AWS requires: other stores save their framing as part of the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 2,
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 15_000, throwOnRequestTimeout: true },
  })

  async function makeBucket(): Promise<void> {
    try {
      await client.send(new HeadBucketCommand({ Bucket: bucket }))
    } catch (error) {
      if (!isNamed(error, 'NotFound', 'NoSuchBucket')) throw error
      await client.send(new CreateBucketCommand({ Bucket: bucket })).catch((failure: unknown) => {
        // Another process created it first.
        if (!isNamed(failure, 'BucketAlreadyOwnedByYou', 'BucketAlreadyExists')) throw failure
      })
    }
  }

  let made: Promise<void> | undefined
  const ready = () =>
    (made ??= makeBucket().catch((error: unknown) => {
      made = undefined
      throw error
    }))
  // If the store is not up yet, the next call asks again.
  ready().catch(() => {})

  async function run<T>(key: string, work: () => Promise<T>): Promise<T> {
    checkKey(key)
    try {
      await ready()
      return await work()
    } catch (error) {
      if (isNamed(error, 'NoSuchBucket')) made = undefined
      return storeDown(error)
    }
  }

  return {
    put: (key, bytes, type) =>
      run(
        key,
        async () =>
          void (await client.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: type }))),
      ),
    get: (key) =>
      run(key, async () => {
        try {
          const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: key }))
          return (await Body?.transformToByteArray()) ?? null
        } catch (error) {
          if (isNamed(error, 'NoSuchKey')) return null
          throw error
        }
      }),
    delete: (key) =>
      run(key, async () => {
        await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key })).catch((error: unknown) => {
          if (!isNamed(error, 'NoSuchKey')) throw error
        })
      }),
    async check() {
      await ready()
      await client.send(new HeadBucketCommand({ Bucket: bucket }), { abortSignal: AbortSignal.timeout(2_000) })
    },
    close: () => client.destroy(),
  }
}
