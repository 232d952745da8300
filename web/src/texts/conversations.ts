// Messages of conversations (spec 2 §8, §2).

export const startFailed = 'Failed to start conversation'
export const sendFailed = 'Failed to send message'
/** On the tenant's side. */
export const tenantSendFailed = 'Message Failed'
/** In the tenant's dialog "Contact Landlord". */
export const contactFailed = 'Failed to Send Message'
export const messageSent = 'Message Sent'
/** `/tenant-messages` for someone signed out. */
export const pleaseLogIn = 'Please Log In'
