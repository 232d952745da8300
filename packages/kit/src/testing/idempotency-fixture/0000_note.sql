CREATE TABLE "maintenance"."note" (
  "id" uuid PRIMARY KEY DEFAULT uuidv7(),
  "landlord_id" uuid NOT NULL,
  "text" text NOT NULL
);
CREATE INDEX "note_landlord" ON "maintenance"."note" ("landlord_id");
