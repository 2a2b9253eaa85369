-- What a listener has missed: the events of one room after a number, in their order.
CREATE INDEX events_after ON events (room, event);
