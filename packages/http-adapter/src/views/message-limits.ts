/** Messages of a client per second at most. */
const mostPerSecond = 200;
/** Messages in a row that are dropped, and messages that are not valid, before a connection is closed. */
const mostDropped = 200;
const mostInvalid = 20;

/** Counts the messages of one connection. */
export interface MessageLimits {
  /** Counts a message; false when there were too many in the last second. */
  accepts(): boolean;
  /** Counts a message that was dropped; true when there were too many in a row. */
  dropped(): boolean;
  /** Counts a message that is not valid; true when there were too many. */
  invalid(): boolean;
  /** Notes a message that had an effect. */
  used(): void;
}

/**
 * Creates the limits of a connection.
 *
 * @param now milliseconds that only grow
 */
export function createMessageLimits(now: () => number = () => performance.now()): MessageLimits {
  let room = mostPerSecond;
  let at = now();
  let droppedInRow = 0;
  let invalidSoFar = 0;
  return {
    accepts() {
      const time = now();
      room = Math.min(mostPerSecond, room + ((time - at) / 1000) * mostPerSecond);
      at = time;
      if (room < 1) return false;
      room -= 1;
      return true;
    },
    dropped() {
      droppedInRow += 1;
      return droppedInRow >= mostDropped;
    },
    invalid() {
      invalidSoFar += 1;
      return invalidSoFar >= mostInvalid;
    },
    used() {
      droppedInRow = 0;
    },
  };
}
