-- Events mark ledgers as stale: an index that depends on the mark, or a full page, would make each mark a new entry in every index.
DROP INDEX "ai"."ledger_stale";--> statement-breakpoint
ALTER TABLE "ai"."ledger" SET (fillfactor = 50);
