import { Refusal } from '@keyhold/kit/http/problem'

/** Null for a record that does not exist. @throws any other refusal */
export async function existing<T>(asking: Promise<T>): Promise<T | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not-found') return null
    throw error
  }
}
