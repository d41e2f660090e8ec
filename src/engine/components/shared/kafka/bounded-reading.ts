import type { Reader } from '@platformatic/kafka';
import { answer } from './answer-budget.ts';

const done = new WeakSet<object>();

/** Ends the loop over batches, as for an incomplete last one. */
const LONGER_THAN_ANY = 0x7fffffff;

type Reading = (this: Reader, ...given: unknown[]) => unknown;

/**
 * The client trusts lengths in answers. A negative one moves backwards, so that a few bytes could fill the
 * memory. Call once the client is loaded.
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
  // Only keys, values and headers of messages use it.
  const { readVarIntBytes, peekInt32 } = prototype;
  prototype.readVarIntBytes = function () {
    answer.addPart();
    return readVarIntBytes.call(this);
  };
  // Only the loop over batches peeks ahead.
  prototype.peekInt32 = function (position) {
    return position !== undefined && answer.isSpent ? LONGER_THAN_ANY : peekInt32.call(this, position);
  };
}
