import type { Reader } from '@platformatic/kafka';
import { answer } from './answer-budget.ts';

const done = new WeakSet<object>();

/** Ends the loop over batches, as where the last one is incomplete. */
const LONGER_THAN_ANY = 0x7fffffff;

type Reading = (this: Reader, ...given: unknown[]) => unknown;

/**
 * The client takes lengths from answers as they are. A negative one leads back to what was read, so that a count
 * of some bytes fills the memory. Call it once the client is loaded.
 */
export function boundReading({
  Reader: { prototype },
}: Pick<typeof import('@platformatic/kafka'), 'Reader'>): void {
  if (done.has(prototype)) return;
  done.add(prototype);
  const onward = (name: 'skip' | 'readNullableString' | 'readNullableBytes' | 'readVarIntBytes'): void => {
    const read = prototype[name] as Reading;
    const readOnward: Reading = function (...given) {
      const before = this.position;
      const value = read.apply(this, given);
      if (this.position < before || this.position > this.buffer.length)
        throw new RangeError('An answer has a length that leads out of it');
      return value;
    };
    Object.assign(prototype, { [name]: readOnward });
  };
  onward('skip');
  onward('readNullableString');
  onward('readNullableBytes');
  onward('readVarIntBytes');
  // Keys, values and headers of messages are read by it alone.
  const { readVarIntBytes, peekInt32 } = prototype;
  prototype.readVarIntBytes = function () {
    answer.addPart();
    return readVarIntBytes.call(this);
  };
  // Only the loop over batches looks ahead to a place.
  prototype.peekInt32 = function (position) {
    return position !== undefined && answer.isSpent ? LONGER_THAN_ANY : peekInt32.call(this, position);
  };
}
