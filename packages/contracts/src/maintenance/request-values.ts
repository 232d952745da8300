export const maintenancePriorities = ['low', 'medium', 'high', 'emergency'] as const

export const maintenanceStatuses = ['open', 'in_progress', 'completed', 'cancelled'] as const

/** All categories of the three screens, each of which offers some of them. */
export const maintenanceCategories = [
  'plumbing',
  'electrical',
  'hvac',
  'appliances',
  'appliance',
  'structural',
  'painting',
  'flooring',
  'exterior',
  'cleaning',
  'landscaping',
  'general',
] as const
