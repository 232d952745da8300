-- An import changes the counts of many properties at once. With space left in the pages, that writes none of the indexes, which do not contain the counts.
ALTER TABLE "properties"."property" SET (fillfactor = 70);
