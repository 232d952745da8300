// Numbers of messaging that are a choice. Nothing but numbers, with their units in their names.

/** Texts to one number from all landlords together. */
export const textsPerRecipientPerHour = 4
export const textsPerRecipientPerDay = 10
/** Texts to a landlord's own number, which the landlord chooses: alerts. */
export const alertTextsPerHour = 10
export const alertTextsPerDay = 40
/** Texts of an account without history, and of any other. */
export const newAccountTextsPerDay = 20
export const accountTextsPerDay = 300
/** An account has history after this long, or once it has paid. */
export const newAccountDays = 14
/** A message that had to wait this long is not sent any more: what it says is over. */
export const heldDays = 7
export const heldPreviewLength = 300
/** A file that no mail has claimed after this long is removed. Longer than an event may wait for its handler. */
export const unclaimedAttachmentDays = 7
/** A failed mail with a file can be sent again for this long. */
export const failedAttachmentDays = 30

/** Recipients of a notification that are written at a time. */
export const recipientsPerBatch = 200
/** What is sent regularly or by a rule goes out between these hours at the recipient's home. */
export const quietUntilHour = 9
export const quietFromHour = 21
/** How far ahead a notification can be scheduled. */
export const scheduleDaysAhead = 5 * 365
/** Messages of large notifications that are given to a provider in a second. */
export const textsPerSecond = 10
export const mailsPerSecond = 20
/** A reminder that could not be sent on its day is sent so many days later at most. */
export const reminderGraceDays = 1

/** An emergency alert is repeated after this time until somebody confirms it, and so often in all. */
export const alertIntervalMs = 10 * 60_000
export const alertRounds = 12
/** Messages of one tenant that alert the landlord as emergencies; further ones wait in the conversation, marked as an emergency. */
export const emergencyMessagesPerHour = 10
/** Files of one landlord's conversations, and the share of it that one tenant may fill. */
export const conversationFileBytes = 20e9
export const tenantFileShare = 1 / 20
/** A photo or PDF that was chosen and not sent is removed after this long. */
export const unsentFileHours = 24
/** How long the other side shows that somebody is writing. */
export const typingShownMs = 6000
/** A signed webhook older than this is refused. */
export const webhookAgeSeconds = 300
