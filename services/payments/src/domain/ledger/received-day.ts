import { Refusal } from '@keyhold/kit/http/problem'

/** Money that is still to come is not received, or it would be revenue before it is there. @throws Refusal 400 */
export function assertNotInFuture(receivedOn: string, today: string): void {
  if (receivedOn <= today) return
  const message = "Money can't be received after today"
  throw new Refusal('invalid-input', `${message}.`, { issues: [{ path: 'paidDate', message }] })
}
