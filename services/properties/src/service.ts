import { openFileStore } from '@keyhold/kit/files/file-store'
import { openScanner } from '@keyhold/kit/files/virus-scanner'
import { openBlobs } from '@keyhold/kit/files/blobs-settings'
import { defineService } from '@keyhold/kit/runtime/service'
import { config } from './config.ts'
import { fileKinds } from './domain/files.ts'
import { aiEvents } from './events/ai.ts'
import { billingEvents } from './events/billing.ts'
import { identityEvents } from './events/identity.ts'
import { tenancyEvents } from './events/tenancy.ts'
import { adminRoutes } from './routes/properties/admin.ts'
import { archiveRoutes } from './routes/properties/archive.ts'
import { documentBinRoutes } from './routes/documents/document-bin.ts'
import { documentFileRoutes } from './routes/documents/document-files.ts'
import { documentListRoutes } from './routes/documents/document-list.ts'
import { documentRoutes } from './routes/documents/documents.ts'
import { tenantDocumentRoutes } from './routes/documents/tenant-documents.ts'
import { tenantPropertyRoutes } from './routes/properties/tenant-property.ts'
import { nightRoutes } from './routes/nights/nights.ts'
import { internalRoutes } from './routes/internal.ts'
import { photoRoutes } from './routes/photos/photos.ts'
import { propertyRoutes } from './routes/properties/properties.ts'
import { propertyListRoutes } from './routes/properties/property-list.ts'
import { unitRoutes } from './routes/properties/units.ts'
import { stayRefunds } from './jobs/stay-refunds.ts'
import { fileReadsPerHour, trialsPerHour, unknownFilesPerHour } from './domain/feeds/limits.ts'
import { createNetworkLimit } from './domain/stays/direct/visitor-limits.ts'
import { holdsPerHour, unknownStaysPerTenMinutes } from './limits.ts'
import { closedPayments } from './providers/stay-payments/closed.ts'
import { testCards } from './providers/stay-payments/test-cards.ts'
import { conflictRoutes } from './routes/feeds/conflicts.ts'
import { exportRoutes } from './routes/feeds/exports.ts'
import { feedLogRoutes } from './routes/feeds/feed-log.ts'
import { feedRoutes } from './routes/feeds/feeds.ts'
import { syncFeeds } from './jobs/sync-feeds.ts'
import { openCalendarClient } from './providers/feeds/fetch-calendar.ts'
import { queueFeeds } from './schedules/queue-feeds.ts'
import { stayAnalyticsRoutes } from './routes/stays/analytics.ts'
import { bookingActionRoutes } from './routes/stays/booking-actions.ts'
import { bookingListRoutes } from './routes/stays/booking-list.ts'
import { bookingRoutes } from './routes/stays/bookings.ts'
import { stayCalendarRoutes } from './routes/stays/calendar.ts'
import { guestChangeRoutes } from './routes/stays/guest-changes.ts'
import { guestStayRoutes } from './routes/stays/guest-stay.ts'
import { listingListRoutes } from './routes/stays/listing-list.ts'
import { listingRoutes } from './routes/stays/listings.ts'
import { priceRoutes } from './routes/stays/prices.ts'
import { publicListingRoutes } from './routes/stays/public-listing.ts'
import { cleanerRoutes } from './routes/turnover/cleaners.ts'
import { turnoverRuleRoutes } from './routes/turnover/rules.ts'
import { taskAttentionRoutes } from './routes/turnover/task-attention.ts'
import { taskRoutes } from './routes/turnover/tasks.ts'
import { fetchMissingOwnersHourly } from './schedules/fetch-missing-owners.ts'
import { releaseUnusedNights } from './schedules/release-unused-nights.ts'
import { lapseStays } from './schedules/lapse-stays.ts'
import { planTurnovers } from './schedules/plan-turnovers.ts'
import { purgeDocuments } from './schedules/purge-documents.ts'
import { sharedTables } from './schema/schema.ts'

export const properties = defineService({
  name: 'properties',
  config,
  migrations: new URL('../migrations/', import.meta.url),
  shared: sharedTables,
  events: () => [...tenancyEvents, ...billingEvents, ...identityEvents, ...aiEvents],
  async build(settings, tools) {
    const blobs = await openBlobs(settings)
    const files = openFileStore({
      service: 'properties',
      kinds: fileKinds,
      blobs,
      tools,
      scanner: openScanner(settings),
    })
    const stayPayments = settings.TEST_CARDS === 'on' ? testCards : closedPayments
    const holds = createNetworkLimit({
      most: holdsPerHour,
      windowMs: 3_600_000,
      sentence: 'Many stays were held from here without being paid. Please try again later.',
    })
    const guesses = createNetworkLimit({
      most: unknownStaysPerTenMinutes,
      windowMs: 600_000,
      sentence: 'Too many links were tried from here. Please wait a few minutes.',
    })
    const calendars = openCalendarClient({ allowsLocal: settings.LOCAL_FEEDS === 'on' })
    const hourly = (most: number, sentence: string) => createNetworkLimit({ most, windowMs: 3_600_000, sentence })
    const tooOften = 'This calendar was asked for too often. Please try again later.'
    return {
      routes: [
        ...propertyRoutes(files),
        ...propertyListRoutes,
        ...archiveRoutes,
        ...unitRoutes,
        ...nightRoutes,
        ...photoRoutes(files, settings.PHOTO_GB_PER_LANDLORD),
        ...documentListRoutes,
        ...documentBinRoutes(files),
        ...documentRoutes,
        ...documentFileRoutes(files, settings.DOCUMENT_GB_PER_LANDLORD),
        ...tenantDocumentRoutes,
        ...tenantPropertyRoutes,
        ...adminRoutes,
        ...listingListRoutes,
        ...listingRoutes(stayPayments),
        ...bookingListRoutes,
        ...bookingRoutes(settings.PUBLIC_URL),
        ...bookingActionRoutes,
        ...stayCalendarRoutes,
        ...priceRoutes,
        ...stayAnalyticsRoutes,
        ...publicListingRoutes(files, stayPayments, holds, calendars),
        ...guestStayRoutes(stayPayments, guesses),
        ...taskRoutes,
        ...turnoverRuleRoutes,
        ...taskAttentionRoutes,
        ...cleanerRoutes(settings.PUBLIC_URL, guesses),
        ...guestChangeRoutes(stayPayments, guesses),
        ...feedRoutes(calendars, hourly(trialsPerHour, 'Too many calendars were tried within an hour. Please wait.')),
        ...feedLogRoutes,
        ...conflictRoutes,
        ...exportRoutes(settings.PUBLIC_URL, {
          reads: hourly(fileReadsPerHour, tooOften),
          guesses: hourly(unknownFilesPerHour, tooOften),
        }),
        ...internalRoutes,
      ],
      schedules: [
        purgeDocuments(files, tools),
        fetchMissingOwnersHourly(tools),
        releaseUnusedNights(tools),
        lapseStays(tools),
        planTurnovers(tools),
        queueFeeds(tools),
      ],
      jobs: [files.removals, stayRefunds(stayPayments), syncFeeds(calendars)],
      checks: { files: () => blobs.check() },
      stop: async () => {
        blobs.close()
        await calendars.close()
      },
    }
  },
})
