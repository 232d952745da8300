-- Hand-written. The record of consent is evidence: the service adds to it and can neither change nor remove an entry (the comment is read when rights are granted).
COMMENT ON TABLE "messaging"."consent" IS 'append-only';
