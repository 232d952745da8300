// Numbers of maintenance that are a choice. Nothing but numbers, with their units in their names.

/** Requests of one tenant within 24 hours: each notifies the landlord. */
export const reportsPerDay = 30
/** Of these, emergencies: each is a text to the landlord at any hour. */
export const emergenciesPerDay = 5
/** Emergencies that all tenants of a landlord report within 24 hours. */
export const emergenciesPerLandlordPerDay = 60

/** What a tenant writes about one request within 24 hours: each is a mail to the landlord. */
export const repliesPerDay = 60

/** How far ahead a visit can be. */
export const visitDaysAhead = 180

/** What a vendor does with one link within an hour: each is a mail to the landlord. */
export const vendorStepsPerHour = 30
/** Photos and bills of one link. */
export const photosPerWorkOrder = 10
export const billsPerWorkOrder = 5
/** Links that do not exist, from one network within ten minutes. */
export const unknownLinksPerTenMinutes = 20
/** Work orders that a landlord sends within 24 hours: each can be a text to a stranger. */
export const workOrdersPerDay = 50
