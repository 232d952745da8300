import type { Insight } from '@keyhold/contracts/ai/insights'

type Sample = Pick<Insight, 'insightType' | 'priority' | 'title' | 'description'>

/** One of each kind, for a landlord without records. Always shown as samples. */
export const samples: Sample[] = [
  {
    insightType: 'rent_optimization',
    priority: 'high',
    title: 'A home rents below similar homes of yours',
    description:
      'Homes of the same type and size in the same town are compared, and you see which ones, and by how much the rent differs.',
  },
  {
    insightType: 'tenant_retention',
    priority: 'medium',
    title: 'A lease ends in 45 days',
    description: 'You are reminded two months before a lease ends, while there is time to offer a renewal.',
  },
  {
    insightType: 'maintenance_prediction',
    priority: 'low',
    title: 'The same repair comes back at one property',
    description: 'Three requests of one kind within half a year suggest a cause that a further repair will not mend.',
  },
]
