import { describe, expect, it } from 'vitest';
import { readTimeText, timeRows } from './time-page.ts';

const NOW = 1_763_700_000;

describe('the time page of the palette', () => {
  it('lists the presets with their resolution when nothing is typed', () => {
    const rows = timeRows('', NOW);
    expect(rows).toHaveLength(8);
    expect(rows[2]).toMatchObject({ title: 'Last 1 hour', detail: 'one point every 1 min', text: '1h' });
  });

  it('says first how the words read', () => {
    const [first] = timeRows('last 4h', NOW);
    expect(first).toMatchObject({ section: 'Reads as', title: 'Last 4 hours', text: '4h' });
  });

  it('lists a preset by the first letters of its name', () => {
    expect(timeRows('4', NOW).map((row) => row.text)).toContain('4h');
  });

  it('R9-02 keeps a range over 60 days listed with the reason', () => {
    const [first] = timeRows('last 90 days', NOW);
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
