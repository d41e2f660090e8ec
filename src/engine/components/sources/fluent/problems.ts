import type { ComponentProblem } from '../../types.ts';

export const notFluent: ComponentProblem = {
  errorName: 'FluentMessageBroken',
  message:
    'What a sender sent is not Fluent Forward; the connection was closed, and messages before were taken',
  causes: [
    'The sender uses another protocol, or JSON in place of MessagePack',
    'The sender uses TLS and the source does not, or the other way round',
    'The sender waits for a handshake with a shared key, which this source does not offer',
  ],
  resolutions: [
    'Use the output forward of Fluentd or Fluent Bit',
    'Compare the TLS settings of both, and remove the shared key',
  ],
  level: 'WARN',
};

export const brokenEntry: ComponentProblem = {
  errorName: 'FluentEntryBroken',
  message: 'An entry is not a time and a record that can be written as JSON; it became a dead letter',
  causes: ['The sender is broken', 'A record is nested deeper than 64 levels'],
  resolutions: ['Look at the dead letter', 'Correct or update the sender'],
};

export const brokenChunk: ComponentProblem = {
  errorName: 'FluentChunkBroken',
  message:
    'A chunk could not be read to its end; the entries before were taken, the rest became a dead letter',
  causes: [
    'The sender is broken',
    'The chunk is compressed with something other than gzip',
    'It has more than 10,000 broken entries, or makes events of far more bytes than were sent',
  ],
  resolutions: ['Set the compression of the sender to gzip or none', 'Correct or update the sender'],
};

export const chunkRefused = (reason: string): ComponentProblem => ({
  errorName: 'FluentChunkTooLarge',
  message: `A chunk was not taken and its connection closed: ${reason}`,
  causes: [
    'Chunks of the sender exceed the limits of the source',
    'Senders send more than destinations accept',
  ],
  resolutions: ['Raise the largest chunk of the source', 'Lower chunk_limit_size of the sender'],
  level: 'WARN',
});

export const eventTooLong = (maxBytes: number): ComponentProblem => ({
  errorName: 'EventTooLarge',
  message: `An event is longer than ${maxBytes} bytes; it became a dead letter with its beginning`,
  causes: ['The sender puts whole documents into events'],
  resolutions: ['Raise the longest event of the source', 'Configure the sender to truncate long fields'],
});
