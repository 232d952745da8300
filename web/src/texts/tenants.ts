// Messages about tenants and their invitations (spec 1 §8).

export const tenantToasts = {
  added: 'Tenant added successfully',
  addFailed: 'Failed to add tenant',
} as const

/** Spec 2 §8. */
export const screeningFailed = { title: 'AI Screening Error', otherwise: 'Failed to analyze tenant screening' } as const

/** By the answer's `smsStatus`; absent if no text message was requested. */
export const invitationSent = (smsStatus: string | null | undefined): string => {
  if (smsStatus === 'sent') return 'SMS invitation sent successfully!'
  if (smsStatus === 'failed') return 'Invitation created but SMS failed to send. Check your SMS settings.'
  return 'Invitation created successfully!'
}
/** `otherwise` is used if the server gives no message. */
export const invitationFailed = { title: 'Error', otherwise: 'Failed to send SMS invitation' } as const
