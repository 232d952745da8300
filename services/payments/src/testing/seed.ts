import { randomInt } from 'node:crypto'

/**
 * The seed of tests with random operations. They repeat one, so that what fails is about the change; LEDGER_SEED=random looks for more, and a failure
 * prints the seed that repeats it.
 */
export function seedOfLedgers(): number {
  const { LEDGER_SEED = '20261123' } = process.env
  return LEDGER_SEED === 'random' ? randomInt(2 ** 31) : Number(LEDGER_SEED)
}
