import { expect, test } from 'vitest';
import { SenderBook } from './sender-book.ts';

const MINUTE = 60_000;

test('senders are listed by address: since when, volume and connections [R2.1-12]', () => {
  let now = 1000;
  const book = new SenderBook(() => now);
  const close = book.connected('::ffff:10.0.0.1');
  book.connected('10.0.0.1');
  now = 2000;
  book.took('10.0.0.1', 3);
  book.took('10.0.0.2', 1);
  close();
  close();
  expect(book.list()).toEqual({
    count: 2,
    listed: [
      { address: '10.0.0.2', since: 2000, lastEventAt: 2000, events: 1, connections: 0 },
      { address: '10.0.0.1', since: 1000, lastEventAt: 2000, events: 3, connections: 1 },
    ],
  });
});

test('a silent, disconnected sender is away, and starts anew on return', () => {
  let now = 0;
  const book = new SenderBook(() => now);
  const close = book.connected('10.0.0.1');
  book.took('10.0.0.1', 5);
  now = 6 * MINUTE;
  expect(book.list().count).toBe(1);
  close();
  expect(book.list().count).toBe(0);
  book.took('10.0.0.1', 1);
  expect(book.list().listed).toMatchObject([{ since: now, events: 1 }]);
});

test('made-up addresses fill no memory, and push out none that is connected', () => {
  const book = new SenderBook(() => 1);
  book.connected('10.0.0.1');
  for (let at = 0; at < 5000; at += 1) book.took(`10.1.${at >> 8}.${at & 255}`, 1);
  book.took('10.0.0.1', 1);
  const { count, listed } = book.list();
  expect(count).toBe(1000);
  expect(listed).toHaveLength(50);
  expect(listed[0]?.address).toBe('10.0.0.1');
});
