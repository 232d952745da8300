// The tenant portal (spec 2 §8).

/** The dialog Contact Landlord. */
export const messageSent = { title: 'Message Sent', description: 'Your landlord has been notified.' } as const

/** With the server's message. */
export const messageFailed = 'Failed to Send Message'

/** In the preview of the portal, where nothing is sent. */
export const previewNotice = 'This is a preview with sample content: nothing is sent.'
