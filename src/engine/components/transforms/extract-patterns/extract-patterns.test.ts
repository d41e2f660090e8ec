import { describe, expect, it } from 'vitest';
import { jsonBatch, rawBatch } from '../../testing/contexts.ts';
import { openTransform, refusals, runTransform } from '../../testing/run-transform.ts';

const listPatterns = (events: unknown[]) => events.map((event) => Reflect.get(Object(event), 'pattern'));

describe('extract_patterns', () => {
  it('names messages of one form alike, and others otherwise', () => {
    const lines = [
      'user 17 logged in from 10.0.0.7',
      'user 4711 logged in from 10.0.0.8',
      'disk /dev/sda1 is full',
      'user 1 logged in from 192.168.1.1',
    ];
    const patterns = listPatterns(runTransform('extract_patterns', {}, rawBatch(...lines)).events);
    const user = { id: expect.stringMatching(/^[\da-f]{12}$/), text: 'user <num> logged in from <ip>' };
    expect(patterns).toEqual([user, user, { id: expect.any(String), text: 'disk <path> is full' }, user]);
    expect(patterns[0].id).toBe(patterns[3].id);
    expect(patterns[2].id).not.toBe(patterns[0].id);
    const elsewhere = runTransform('extract_patterns', {}, rawBatch('user 9 logged in from 10.1.1.1'));
    expect(listPatterns(elsewhere.events)[0].id).toBe(patterns[0].id);
  });

  it('keeps the id of a pattern that widens, also after a restart', () => {
    const { run } = openTransform('extract_patterns', { values: true, count: true });
    const first = listPatterns(run(rawBatch('user alpha ended /a/b with code 0')).events)[0];
    expect(first).toMatchObject({
      text: 'user alpha ended <path> with code <num>',
      count: 1,
      values: ['/a/b', '0'],
    });
    const later = listPatterns(
      run(rawBatch('user beta ended 7 with code 7', 'user alpha ended /c/d with code 1')).events,
    );
    expect(later).toMatchObject([
      { id: first.id, text: 'user <*> ended <*> with code <num>', count: 2, values: ['beta', '7', '7'] },
      { id: first.id, text: 'user <*> ended <*> with code <num>', count: 3, values: ['alpha', '/c/d', '1'] },
    ]);
    const restarted = runTransform('extract_patterns', {}, rawBatch('user gamma ended /x/y with code 2'));
    expect(listPatterns(restarted.events)[0].id).toBe(first.id);
  });

  it('takes ordinary words for names once four patterns differ in them', () => {
    const jobs = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'alpha'];
    const take = (similarity: number) => {
      const lines = jobs.map((job) => `the ${job} task ended with code 0`);
      return listPatterns(runTransform('extract_patterns', { similarity }, rawBatch(...lines)).events);
    };
    const ids = take(60).map(({ id }) => id);
    expect(new Set(ids).size).toBe(5);
    expect(ids[4]).toBe(ids[5]);
    expect(ids[6]).toBe(ids[0]);
    expect(take(60)[5].text).toBe('the <*> task ended with code <num>');
    expect(new Set(take(100).map(({ id }) => id)).size).toBe(6);
  });

  it('reads another field and writes elsewhere; leaves empty messages alone', () => {
    const config = { field: 'log.text', target: 'log.form' };
    const events = [
      { log: { text: 'a 1' } },
      { log: { text: '  ' } },
      { log: 1 },
      { log: { text: 'a', form: 2 } },
    ];
    const ran = runTransform('extract_patterns', config, jsonBatch(...events));
    expect(ran.events).toEqual([
      { log: { text: 'a 1', form: { id: expect.any(String), text: 'a <num>' } } },
      ...events.slice(1),
    ]);
    expect(ran.failures).toEqual(['FieldMissing', 'FieldInTheWay']);
  });

  it('takes whatever comes, in bounded memory', () => {
    const { run } = openTransform('extract_patterns', { maxPatterns: 50, values: true });
    const odd = ['x'.repeat(100_000), ','.repeat(9000), '1a,'.repeat(5000), 'w '.repeat(5000), '\u0000', '…'];
    const hostile = Array.from(
      { length: 5000 },
      (_, n) => `w${n.toString(26).replace(/\d/g, 'q')} ${n} same`,
    );
    const { events } = run(rawBatch(...odd, ...hostile, ...hostile));
    expect(events).toHaveLength(odd.length + 2 * hostile.length);
    expect(listPatterns(events)[3].text).toBe(`${'w '.repeat(40).trim()} …`);
  });

  it('refuses what cannot be', () => {
    expect(refusals('extract_patterns', { similarity: 10 })).toEqual([
      'Words in common must be between 30 and 100',
    ]);
    expect(refusals('extract_patterns', { maxPatterns: 1e9 })).toHaveLength(1);
    expect(refusals('extract_patterns', { target: 'a..b' })).toHaveLength(1);
    expect(refusals('extract_patterns', { field: '' })).toHaveLength(1);
  });
});
