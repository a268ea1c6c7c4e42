-- A client that registers itself waits for 41 entries in the index of the search: nine tenths of what a registration
-- writes. Now they come to a list that waits, of 512 kB at most, and go into the index together. A search reads the list
-- too, which takes up to 3 ms. Names of people still go into their index at once. Without the extension of 0487 there is
-- no such index.
ALTER INDEX IF EXISTS client_search SET (fastupdate = on, gin_pending_list_limit = 512);
