// Notifications (spec 2 §2, §4, §8).

export const noNotificationsYet = 'No notifications yet'

/** The label of a notification's time, by whether it is still to come. */
export const scheduleLabel = (status: string): string => (status === 'pending' ? 'Scheduled for' : 'Was scheduled for')

export const markAsRead = 'Mark as Read'
