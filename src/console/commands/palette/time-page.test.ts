import { describe, expect, it } from 'vitest';
import type { TimeRange } from '../../../../machines/time-filter/index.ts';
import { listTimeRows, readTimeText } from './time-page.ts';

const NOW = 1_763_700_000;

describe('the time page of the palette', () => {
  it('lists the presets, then Custom Range, when nothing is typed [R9-03, R9-04, R2.8-42]', () => {
    const rows = listTimeRows('', NOW);
    expect(rows.map((row) => row.text)).toEqual(['5min', '15min', '1h', '4h', '12h', '1d', '7d', '60d', '']);
    expect(rows.at(-1)).toMatchObject({ title: 'Custom Range…', leadsTo: 'time.custom' });
    expect(rows[2]).toMatchObject({ title: 'Last 1 hour', detail: 'one point every 1 min', text: '1h' });
  });

  it('says first how the words read', () => {
    const [first] = listTimeRows('last 4h', NOW);
    expect(first).toMatchObject({ section: 'Reads as', title: 'Last 4 hours', text: '4h' });
  });

  it('marks the range in force', () => {
    const marked = (range: TimeRange) =>
      listTimeRows('', NOW, range)
        .filter((row) => row.isCurrent)
        .map((row) => row.title);
    expect(marked({ kind: 'preset', preset: '4h' })).toEqual(['Last 4 hours']);
    expect(marked({ kind: 'custom', start: NOW - 20, end: NOW })).toEqual(['Custom Range…']);
  });

  it.each(['1', '2', '3', '4', '5', '6', '7', '8', '9'])('means row %s by that number alone', (digit) => {
    const rows = listTimeRows(digit, NOW);
    expect(rows).toHaveLength(9);
    expect(rows.findIndex((row) => row.isMeant)).toBe(Number(digit) - 1);
    expect(rows.filter((row) => row.isMeant)).toHaveLength(1);
  });

  it.each(['15 min', '1h', '2026-11-01 08:00 to 12:00', '5 mins', '1 day', '8:15-9:00', '90 minutes'])(
    '%s is read as words, although it begins with a row number',
    (words) => {
      for (let typed = 2; typed <= words.length; typed += 1)
        expect(listTimeRows(words.slice(0, typed), NOW).some((row) => row.isMeant)).toBe(false);
      expect(listTimeRows(words, NOW)[0]).toMatchObject({ section: 'Reads as' });
      expect(readTimeText(words, NOW).error ?? '').not.toMatch(/^Type a time range/);
    },
  );

  it('keeps a range over 60 days listed with the reason [R9-02]', () => {
    const [first] = listTimeRows('last 90 days', NOW);
    expect(first?.refusal).toBe('Duration between Start and End date-time cannot exceed 60 days.');
  });

  it('reads the address form too', () => {
    expect(readTimeText('1763690000-1763695000', NOW).range).toEqual({
      kind: 'custom',
      start: 1_763_690_000,
      end: 1_763_695_000,
    });
  });
});
