import type { ComponentProblem } from '../../types.ts';

const MESSAGE_TOO_LARGE = 10;
const RECORD_LIST_TOO_LARGE = 18;
const INVALID_TIMESTAMP = 32;
const INVALID_RECORD = 87;

/** By the number of the protocol's error, what a broker never accepts; null for what it may accept later. */
export function messageRefused(code: number | undefined, topic: string): ComponentProblem | null {
  if (code === MESSAGE_TOO_LARGE || code === RECORD_LIST_TOO_LARGE)
    return {
      errorName: 'MessageTooLarge',
      message: `A message is larger than the topic ${topic} accepts`,
      causes: ['The event is larger than max.message.bytes of the topic or message.max.bytes of the broker'],
      resolutions: ['Raise max.message.bytes of the topic', 'Remove fields before the destination'],
    };
  if (code !== INVALID_TIMESTAMP && code !== INVALID_RECORD) return null;
  return {
    errorName: 'MessageRefused',
    message: `The topic ${topic} refuses a message: ${code === INVALID_TIMESTAMP ? 'its time is out of range' : 'its record is invalid'}`,
    causes: [
      'A compacted topic takes only messages with a key',
      'The time is further from now than the topic accepts',
    ],
    resolutions: ['Set the key field', 'Correct the time field, or leave it empty'],
  };
}
