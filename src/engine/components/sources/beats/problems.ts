import type { ComponentProblem } from '../../types.ts';

export const notLumberjack: ComponentProblem = {
  errorName: 'BeatsFrameBroken',
  message: 'What a sender sent is not Lumberjack; the connection was closed, and events before were taken',
  causes: [
    'The sender uses another protocol, such as the Elasticsearch output of a Beat',
    'The sender uses TLS and the source does not, or the other way round',
  ],
  resolutions: ['Use output.logstash of the Beat', 'Compare the TLS settings of both'],
  level: 'WARN',
};

export const batchRefused = (reason: string): ComponentProblem => ({
  errorName: 'BeatsBatchTooLarge',
  message: `A batch was not taken and its connection closed: ${reason}`,
  causes: [
    'Batches of the sender exceed the limits of the source',
    'Senders send more than destinations accept',
  ],
  resolutions: ['Raise the largest batch of the source', 'Lower bulk_max_size of the sender'],
  level: 'WARN',
});

export const brokenBatch: ComponentProblem = {
  errorName: 'BeatsBatchBroken',
  message:
    'A compressed batch could not be read to its end; the connection was closed, and the sender sends it again',
  causes: ['The sender is broken', 'The connection changed what was sent'],
  resolutions: ['Correct or update the sender'],
};

export const eventTooLong = (maxBytes: number): ComponentProblem => ({
  errorName: 'EventTooLarge',
  message: `An event is longer than ${maxBytes} bytes; it became a dead letter with its beginning`,
  causes: ['The sender puts whole documents into events'],
  resolutions: [
    'Raise the longest event of the source',
    'Configure the sender to truncate long lines (max_bytes)',
  ],
});
