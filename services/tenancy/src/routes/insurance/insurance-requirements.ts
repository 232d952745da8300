import {
  insuranceRequirement as getRequirement,
  type InsuranceRequirement,
  saveInsuranceRequirement,
} from '@keyhold/contracts/tenancy/insurance'
import type { z } from '@keyhold/contracts/zod'
import { notFound, refuse } from '@keyhold/kit/http/problem'
import { serve } from '@keyhold/kit/http/serve'
import { isAvailable } from '../../projections/properties.ts'
import { insuranceRequirement } from '../../schema/insurance.ts'

export const insuranceRequirementRoutes = () => [
  serve(getRequirement, async ({ actor, params, ...tools }) => {
    const [row] = await tools.db.read(
      actor,
      (read) => read<z.output<typeof InsuranceRequirement>[]>`
        select is_required, minimum_coverage from insurance_requirement where landlord_id = ${actor.landlordId} and property_id = ${params.id}`,
    )
    if (!(await isAvailable(params.id, actor, tools))) notFound('Property')
    return row ?? { isRequired: false, minimumCoverage: null }
  }),

  serve(saveInsuranceRequirement, async ({ actor, params, body, ...tools }) => {
    const { landlordId } = actor
    if (!(await isAvailable(params.id, actor, tools))) notFound('Property')
    if (!body.isRequired && body.minimumCoverage)
      refuse('invalid-input', 'A coverage can be required only where insurance is.')
    const fields = {
      isRequired: body.isRequired,
      minimumCoverage: body.minimumCoverage ?? null,
      updatedAt: tools.clock.now().toISOString(),
    }
    await tools.db.transaction(actor, (tx) =>
      tx
        .insert(insuranceRequirement)
        .values({ landlordId, propertyId: params.id, ...fields })
        .onConflictDoUpdate({
          target: [insuranceRequirement.landlordId, insuranceRequirement.propertyId],
          set: fields,
        }),
    )
    return fields
  }),
]
