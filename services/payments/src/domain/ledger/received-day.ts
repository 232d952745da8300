import { refuseField } from '@keyhold/kit/http/problem'

/** A future day would count money as revenue before it is received. @throws Refusal 400 */
export function assertNotInFuture(receivedOn: string, today: string): void {
  if (receivedOn <= today) return
  refuseField('paidDate', "Money can't be received after today")
}
