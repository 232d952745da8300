import {
  getModelSettings,
  type ModelFeature,
  modelFeatures,
  type ModelSettings,
  updateModelSettings,
} from '@keyhold/contracts/ai/model-settings'
import type { Tools } from '@keyhold/kit/http/request'
import { refuseField } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { eq } from 'drizzle-orm'
import type { LandlordActor } from '@keyhold/kit/runtime/actor'
import { moneyText } from '../domain/assistant/answers/words.ts'
import { monthOf } from '../domain/models/spend.ts'
import { planIncludesChat, readSettings } from '../domain/models/settings.ts'
import { modelSettings } from '../schema/assistant.ts'

interface Spent {
  spent: number
  calls: number
  inputTokens: number
  outputTokens: number
}

/** `model` null: none is configured. `highest` is the platform's ceiling in dollars a month. */
export const assistantSettingsRoutes = ({ model, highest }: { model: string | null; highest: number }) => {
  async function answer(
    { db, call, clock }: Pick<Tools, 'db' | 'call' | 'clock'>,
    actor: LandlordActor,
  ): Promise<ModelSettings> {
    const { landlordId } = actor
    const month = monthOf(clock.now())
    const [settings, [used], isIncluded] = await Promise.all([
      readSettings(db, landlordId, highest),
      db.read(
        actor,
        (sql) => sql<Spent[]>`
          select (spent + reserved)::float8 as spent, calls, input_tokens, output_tokens from model_spend
          where landlord_id = ${landlordId} and month = ${month}`,
      ),
      planIncludesChat(call, landlordId),
    ])
    return {
      ...settings,
      highestCeiling: highest,
      model,
      month,
      ...(used ?? { spent: 0, calls: 0, inputTokens: 0, outputTokens: 0 }),
      planIncludesChat: isIncluded,
    }
  }

  return [
    serve(getModelSettings, ({ actor, ...tools }) => answer(tools, actor)),

    serve(updateModelSettings, async ({ actor, body: { features = {}, monthlyCeiling }, ...tools }) => {
      const { landlordId } = actor
      if (monthlyCeiling !== undefined && monthlyCeiling > highest)
        refuseField('monthlyCeiling', `At most ${moneyText(highest)}`)
      const own = eq(modelSettings.landlordId, landlordId)
      const updatedAt = tools.clock.now().toISOString()
      await tools.db.transaction(actor, async (tx) => {
        // Locked, so that two changes at once both count.
        await tx.insert(modelSettings).values({ landlordId, off: [], updatedAt }).onConflictDoNothing()
        const [row] = await tx.select().from(modelSettings).where(own).for('update')
        const isOff = (feature: ModelFeature) =>
          features[feature] === undefined ? row!.off.includes(feature) : !features[feature]
        const changes = { off: modelFeatures.filter(isOff), updatedAt }
        await tx
          .update(modelSettings)
          .set(monthlyCeiling === undefined ? changes : { ...changes, monthlyCeiling })
          .where(own)
      })
      return answer(tools, actor)
    }),
  ]
}
