-- Clients whose client_id is the URL of their metadata document: when the document was fetched, and until when it is
-- fresh. The metadata is in the row of "client" with the same id. A row without a client is a decision of an operator
-- about a URL that was not fetched yet.
CREATE TABLE client_document (
  url         text PRIMARY KEY CHECK (char_length(url) <= 512),
  fetched_at  timestamptz,
  fresh_until timestamptz,
  pinned_at   timestamptz,
  blocked_at  timestamptz
);
