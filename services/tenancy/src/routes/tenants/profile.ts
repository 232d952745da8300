import { type TenantProfile, tenantProfile } from '@keyhold/contracts/tenancy/tenants'
import type { z } from '@keyhold/contracts/zod'
import { serve } from '@keyhold/kit/http/serve'
import { dateAt } from '@keyhold/kit/lib/time-zones'
import { serviceActor } from '@keyhold/kit/runtime/actor'
import { rentToday } from '../../domain/tenants/tenants.ts'
import type { TenantRecord } from '../../schema/tenants.ts'

export const profileRoutes = () => [
  serve(tenantProfile, async ({ actor, db, clock }) => {
    const { landlordId, tenantId } = actor
    if (landlordId === null || tenantId === null) return null
    const [row] = await db.read(
      actor,
      (read) => read<
        (Omit<z.output<typeof TenantProfile>, 'coTenants'> &
          Pick<TenantRecord, 'rentSteps' | 'timeZone'> & { othersStayed: boolean })[]
      >`
      select (select m.rent_share from member m where m.landlord_id = tenant_record.landlord_id
          and m.tenancy_id = tenant_record.tenancy_id and m.tenant_id = tenant_record.id and not m.has_left) as rent_share,
        id, first_name, last_name, email, phone, lease_start_date, lease_end_date, monthly_rent, security_deposit, is_active,
        unit_name, rent_steps, time_zone,
        exists (select from member m join tenancy y on y.landlord_id = m.landlord_id and y.id = m.tenancy_id
          where m.landlord_id = tenant_record.landlord_id and m.tenancy_id = tenant_record.tenancy_id and m.tenant_id = tenant_record.id
            and m.has_left and (y.moved_out_on is null or m.left_on < y.moved_out_on)) as others_stayed
      from tenant_record where landlord_id = ${landlordId} and id = ${tenantId} and archived_at is null`,
    )
    if (!row) return null
    const { rentSteps, timeZone, othersStayed, ...profile } = row
    // The terms are those of the people who stayed, and change without this tenant.
    if (othersStayed)
      return {
        ...profile,
        leaseEndDate: null,
        monthlyRent: null,
        securityDeposit: null,
        nextRent: null,
        coTenants: [],
        rentShare: null,
      }
    const today = dateAt(clock.now(), timeZone)
    const nextRent = rentSteps?.find(({ startsOn }) => startsOn > today) ?? null
    // Row level security hides the others' records from a tenant; their names are known to who shares the account.
    const [shared] = await db.read(
      serviceActor('tenancy', landlordId),
      (read) => read<Pick<TenantRecord, 'coTenants'>[]>`
        select co_tenants from tenant_record where landlord_id = ${landlordId} and id = ${tenantId} and is_active`,
    )
    const coTenants = shared?.coTenants.map(({ name }) => name) ?? []
    return { ...profile, monthlyRent: rentToday(row, clock.now()), nextRent, coTenants }
  }),
]
