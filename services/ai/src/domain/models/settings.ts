import { landlordSubscription, type Subscription } from '@keyhold/contracts/billing/subscriptions'
import { type ModelFeature, modelFeatures } from '@keyhold/contracts/ai/model-settings'
import type { Call } from '@keyhold/kit/http/call'
import { Refusal } from '@keyhold/kit/http/problem'
import type { Database } from '@keyhold/kit/database/database'
import { serviceActor } from '@keyhold/kit/runtime/actor'

export interface Settings {
  features: Record<ModelFeature, boolean>
  monthlyCeiling: number
}

/** The landlord's choices. The ceiling is never above the platform's. */
export async function readSettings(db: Database, landlordId: string, highest: number): Promise<Settings> {
  const [row] = await db.read(
    serviceActor('ai', landlordId),
    (sql) =>
      sql<
        { off: ModelFeature[]; monthlyCeiling: number | null }[]
      >`select off, monthly_ceiling from model_settings where landlord_id = ${landlordId}`,
  )
  const isOn = (feature: ModelFeature) => !row?.off.includes(feature)
  return {
    features: Object.fromEntries(modelFeatures.map((feature) => [feature, isOn(feature)])) as Settings['features'],
    monthlyCeiling: Math.min(row?.monthlyCeiling ?? highest, highest),
  }
}

/** AI chat is part of the plans professional and enterprise; a trial has all. */
export const includesChat = ({ plan, status }: Pick<Subscription, 'plan' | 'status'>): boolean =>
  status === 'trial' || ((plan === 'professional' || plan === 'enterprise') && status === 'active')

/** Null while billing does not answer. */
export async function planIncludesChat(call: Call, landlordId: string): Promise<boolean | null> {
  try {
    return includesChat(await call(landlordSubscription, serviceActor('ai', landlordId), { params: { landlordId } }))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'unavailable') return null
    throw error
  }
}
