import { createHash } from 'node:crypto'
import { refuseField } from '@keyhold/kit/http/problem'
import type { Log } from '@keyhold/kit/runtime/log'
import { dictionary } from '@zxcvbn-ts/language-common'
import type { Config } from '../../config.ts'
import { breachedTimeoutMs } from '../../limits.ts'

/** The most frequent of breaches. */
const common = new Set(dictionary['passwords-common'].map((password) => password.toLowerCase()))

/** A short piece again and again: `aaaaaa`, `123123123`. */
const isRepeated = (text: string) => /^(.{1,4}?)\1+.{0,3}$/u.test(text) && text.length < 16

/** Neighbours in one direction: `abcdefgh`, `987654321`. */
function isSequence(text: string): boolean {
  const codes = Array.from(text, (letter) => letter.codePointAt(0) ?? 0)
  const steps = new Set(codes.slice(1).map((code, n) => code - (codes[n] ?? 0)))
  return steps.size === 1 && Math.abs([...steps][0] ?? 0) <= 2
}

/** Whether the password is among the most frequent of breaches, with digits and signs around it or not, or a pattern that is guessed as early. */
export function isCommon(password: string): boolean {
  const text = password.trim().toLowerCase()
  const word = text.replaceAll(/^[\d\W_]{1,5}|[\d\W_]{1,5}$/g, '')
  return common.has(text) || (word.length >= 4 && common.has(word)) || isRepeated(text) || isSequence(text)
}

interface Check {
  config: Pick<Config, 'BREACHED_PASSWORDS_URL'>
  log: Log
  /** Of the form. */
  field: string
}

/**
 * Asks the configured service whether the password is known from a breach. It learns the first five digits of the SHA-1 only, and with padding not even the
 * number of answers tells more. Without an answer the list of `isCommon` has to be enough.
 * @throws Refusal `invalid-input` for a breached password
 */
export async function refuseBreached(password: string, { config, log, field }: Check): Promise<void> {
  const { BREACHED_PASSWORDS_URL: url } = config
  if (url === undefined) return
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  let isBreached: boolean
  try {
    const answer = await fetch(`${url.replace(/\/+$/, '')}/range/${hash.slice(0, 5)}`, {
      headers: { 'add-padding': 'true', 'user-agent': 'Keyhold' },
      signal: AbortSignal.timeout(breachedTimeoutMs),
      redirect: 'error',
    })
    if (!answer.ok) throw new Error(`it answered ${answer.status}`)
    isBreached = lists(await answer.text(), hash.slice(5))
  } catch (error) {
    log.warn({ error }, 'the service of breached passwords did not answer: only the list of common ones was asked')
    return
  }
  if (isBreached) refuseField(field, 'This password is known from a data breach. Please choose another')
}

/** Lines of `suffix:count`. Padding has the count 0. */
const lists = (text: string, suffix: string): boolean =>
  text.split('\n').some((line) => {
    const [found, count] = line.trim().split(':')
    return found?.toUpperCase() === suffix && Number(count) > 0
  })
