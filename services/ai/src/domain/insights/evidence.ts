import type { Evidence } from '@keyhold/contracts/ai/insights'

type Link = Pick<Evidence, 'recordType' | 'recordId'>

const none: Link = { recordType: null, recordId: null }
const linkTo = (recordType: NonNullable<Evidence['recordType']>, recordId: string | null): Link =>
  recordId ? { recordType, recordId } : none

export const property = (id: string | null) => linkTo('property', id)
export const tenant = (id: string | null) => linkTo('tenant', id)
export const payment = (id: string) => linkTo('payment', id)
export const maintenance = (id: string) => linkTo('maintenance', id)

const row =
  (kind: Evidence['kind']) =>
  (label: string, value: string | number, link: Link = none): Evidence => ({ label, value, kind, ...link })

export const text = row('text')
export const money = row('money')
/** A share: 0.08 is 8 %. */
export const percent = row('percent')
export const count = row('count')
export const date = row('date')
