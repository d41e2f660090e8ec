import { LAST, SPLIT, UGLY } from './steps.ts';
import type { Suite } from './suite.ts';

const bytes = (...values: number[]): Buffer => Buffer.from(values);
const text = (value: string): Buffer => Buffer.from(value);

/** What a datagram can hold, and how it can end. */
const DATAGRAMS: readonly Buffer[] = [
  ...['one', 'one\n', 'one\r\n', 'one\ntwo', 'one\r\ntwo\r\n', '\n\none\n\n', 'one\n \ntwo', '\r\n'].map(
    text,
  ),
  ...[
    'one\r\r\ntwo',
    'one\rtwo',
    '\rone',
    ' one ',
    'one \n',
    '\tone\t',
    'one\t\ntwo\t',
    'a\u0000b\u0000',
  ].map(text),
  ...['', '\n', '\t', '\u0000', '\u001f', ' ', 'one\u001b', 'one\u001f\ntwo\u001f\n', 'one\u007f'].map(text),
  ...['\ufeffone', 'one\n\ufefftwo', '\ufeff', '\u00a0', 'one\u0085', 'one\u2028two', 'ü\n', '😀'].map(text),
  bytes(0x61, 0xff),
  bytes(0xc3),
  bytes(0xc3, 0x0a, 0xbc),
  bytes(0xe2, 0x82, 0x78),
  bytes(0xf0, 0x9f, 0x98),
  bytes(0xed, 0xa0, 0x80, 0x0a),
  bytes(0xc0, 0x80),
  bytes(0xff, 0xfe, 0x61, 0x00),
  bytes(0x80, 0x80, 0x0a, 0x61),
  text('<13>Oct 11 22:14:15 host app: a line of syslog\u0000'),
  text('{"message":"JSON stays text","n":1.0}'),
  text('z\n'.repeat(200)),
];
const LONGEST = text('x'.repeat(65_507));

export const UDP_SUITES: readonly Suite[] = [
  {
    component: 'udp',
    title: 'lines',
    from: 'udp',
    steps: [],
    lines: [],
    messages: [...DATAGRAMS, LONGEST, text('last')],
  },
  {
    component: 'udp',
    title: 'whole datagrams',
    from: 'udp',
    source: { split: 'datagram' },
    steps: [],
    lines: [],
    messages: [...DATAGRAMS, text('last')],
  },
  { component: 'udp', title: 'texts of all kinds', from: 'udp', steps: [SPLIT], lines: [...UGLY, LAST] },
];
