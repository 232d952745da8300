import type { Insight } from '@keyhold/contracts/ai/insights'

type Sample = Pick<Insight, 'insightType' | 'priority' | 'title' | 'description'>

/** One of each kind, where there are no insights. Always shown as samples. */
export const samples: Sample[] = [
  {
    insightType: 'rent_optimization',
    priority: 'high',
    title: 'One home is rented below your similar homes',
    description:
      'Compares homes of the same type and size in the same town, and shows which ones and how much the rent differs.',
  },
  {
    insightType: 'tenant_retention',
    priority: 'medium',
    title: 'A lease ends in 45 days',
    description: 'A reminder two months before a lease ends, while there is still time to offer a renewal.',
  },
  {
    insightType: 'maintenance_prediction',
    priority: 'low',
    title: 'The same repair keeps coming up at one property',
    description: 'Three similar requests within six months suggest a cause that another repair won’t fix.',
  },
]
