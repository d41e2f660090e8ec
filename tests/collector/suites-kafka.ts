import { LAST, SPLIT, UGLY } from './steps.ts';
import type { Suite } from './suite.ts';

const text = (value: string): Buffer => Buffer.from(value);

export const KAFKA_SUITES: readonly Suite[] = [
  {
    component: 'kafka',
    title: 'texts of all kinds',
    from: 'kafka',
    steps: [],
    lines: [...UGLY, LAST],
  },
  {
    component: 'kafka',
    title: 'messages that are no lines',
    from: 'kafka',
    steps: [],
    lines: [],
    messages: [
      null,
      text(''),
      text('\n'),
      text(' spaces '),
      text('two\nlines\r\n'),
      text('\r'),
      text('\ufefffirst'),
      Buffer.from([0x61, 0xff]),
      Buffer.from([0xc3]),
      Buffer.from([0xe2, 0x82, 0x78]),
      Buffer.from([0xf0, 0x9f, 0x98]),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from([0xc0, 0x80]),
      Buffer.from([0xff, 0xfe, 0x61, 0x00]),
      Buffer.from([0xfe, 0xff, 0x00, 0x61]),
      Buffer.from([0x00]),
      text('{"message":"JSON stays text","n":1.0}'),
      text('last'),
    ],
  },
  {
    component: 'kafka',
    title: 'messages that are too long',
    from: 'kafka',
    source: { maxEventBytes: 1024 },
    steps: [],
    lines: [
      'x'.repeat(1023),
      'y'.repeat(1024),
      'z'.repeat(1025),
      'ü'.repeat(512),
      'ü'.repeat(513),
      '😀'.repeat(256),
      '😀'.repeat(257),
      'last',
    ],
  },
  {
    component: 'kafka',
    title: 'destination: a message for each event',
    from: 'kafka',
    to: 'kafka',
    steps: [SPLIT],
    lines: [...UGLY, LAST],
  },
  {
    component: 'kafka',
    title: 'destination: values of all kinds',
    to: 'kafka',
    steps: [
      [
        'set_fields',
        {
          fields: [
            { field: 'whole', type: 'number', value: '7' },
            { field: 'part', type: 'number', value: '0.25' },
            { field: 'yes', type: 'boolean', value: 'true' },
            { field: 'copy', type: 'text', value: `\${message} <&> \u2028` },
          ],
        },
      ],
    ],
    lines: [...UGLY, LAST],
  },
  {
    component: 'kafka',
    title: 'destination: events without fields',
    to: 'kafka',
    steps: [
      [
        'remove_fields',
        {
          fields: ['message'],
          condition: { match: 'all', rules: [{ field: 'message', operator: 'not_equals', value: 'last' }] },
        },
      ],
    ],
    lines: ['a', 'b', 'last'],
  },
];
