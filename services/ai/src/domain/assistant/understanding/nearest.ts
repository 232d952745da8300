import { examples, type Meaning } from './examples.ts'
import type { Nearest } from './understand.ts'

/** Turns sentences into vectors of length one. */
export interface Encoder {
  encode(sentences: readonly string[]): Promise<Float32Array[]>
}

/** Below this cosine nothing is near. */
const closeEnough = 0.62
/** How much nearer than the nearest example of another meaning. */
const clearlyNearer = 0.08

/** Finds the meaning whose example is nearest, by an encoder that loads when it is first needed. */
export function nearestBy(encoder: Encoder): Nearest {
  const known = Object.entries(examples).flatMap(([meaning, sentences]) =>
    sentences.map((sentence) => ({ meaning: meaning as Meaning, sentence })),
  )
  let vectors: Promise<Float32Array[]> | undefined
  return async (clause) => {
    if (clause.split(' ').length < 2) return null
    vectors ??= encoder.encode(known.map(({ sentence }) => sentence))
    vectors.catch(() => (vectors = undefined))
    const [[own], all] = await Promise.all([encoder.encode([clause]), vectors])
    if (!own) return null
    const ranked = known
      .map(({ meaning }, index) => ({ meaning, cosine: dot(own, all[index]!) }))
      .toSorted((a, b) => b.cosine - a.cosine)
    const first = ranked[0]!
    const other = ranked.find(({ meaning }) => meaning !== first.meaning)!
    return first.cosine >= closeEnough && first.cosine - other.cosine >= clearlyNearer ? first.meaning : null
  }
}

export function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!
  return sum
}
