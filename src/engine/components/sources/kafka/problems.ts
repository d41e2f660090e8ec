import type { LongLineWords } from '../../shared/long-lines.ts';
import type { ComponentProblem } from '../../types.ts';

export const messageTooLong = (maxBytes: number): LongLineWords => ({
  errorName: 'MessageTooLong',
  message: `A message is longer than ${maxBytes} bytes`,
  causes: ['The producer sends messages that large'],
  resolutions: ['Raise the longest event of the source', 'Make messages smaller at the producer'],
});

export const messageEmpty: ComponentProblem = {
  errorName: 'MessageEmpty',
  message: 'A message without a value was skipped',
  causes: [
    'It is a tombstone: it says that its key was deleted from a compacted topic',
    'The producer sent an empty value',
  ],
  resolutions: ['Nothing to do if this was intended', 'Put the message details in a field to keep them'],
  level: 'INFO',
};

export const messagesExpired = (partition: string, from: bigint, to: bigint): ComponentProblem => ({
  errorName: 'MessagesExpired',
  message: `Messages ${from} to ${to - 1n} of ${partition} were deleted before they were read`,
  causes: ['The retention of the topic is shorter than the time the source was behind or stopped'],
  resolutions: ['Raise retention.ms or retention.bytes of the topic', 'Make destinations faster'],
});

export const offsetsNotCommitted = (reason: string): ComponentProblem => ({
  errorName: 'OffsetsNotCommitted',
  message: `Offsets cannot be committed: ${reason}`,
  causes: ['The broker that coordinates the group is restarting or not reachable'],
  resolutions: ['Nothing: it is tried again. Until then a restart reads some messages again'],
  level: 'WARN',
});
