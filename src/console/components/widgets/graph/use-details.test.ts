import { describe, expect, it } from 'vitest';
import { computeNextArea, type Detail, getDetailAt } from './canvas/use-drawn-area.ts';
import { addNextDetails, computeNextCardCount } from './use-details.ts';

const sight = { left: 0, top: 0, right: 1000, bottom: 600 };
const NOTHING = { box: { left: 0, top: 0, right: 0, bottom: 0 }, sight, detail: 'box' as const };

describe('what is drawn of a large graph', () => {
  it('is less, the smaller it is drawn', () => {
    expect([1, 0.8, 0.5, 0.2].map(getDetailAt)).toEqual(['full', 'full', 'name', 'box']);
  });

  it('cards stay while the view moves inside, and go beyond it', () => {
    const area = computeNextArea(NOTHING, sight, 'full', true);
    const moved = (x: number) => ({ ...sight, left: x, right: x + 1000 });
    expect(computeNextArea(area, moved(150), 'full', false)).toBe(area);
    expect(computeNextArea(area, moved(150), 'full', true)).not.toBe(area);
    expect(computeNextArea(area, moved(300), 'full', false).box.right).toBeGreaterThan(1600);
  });

  it('is made smaller when the view was zoomed in', () => {
    const area = computeNextArea(
      NOTHING,
      { left: -4000, top: -4000, right: 4000, bottom: 4000 },
      'full',
      true,
    );
    expect(computeNextArea(area, sight, 'full', false).box.right).toBeLessThan(2000);
  });

  const cards = (count: number, detail: Detail, from = 0) =>
    new Map(Array.from({ length: count }, (_, index): [string, Detail] => [`w${index + from}`, detail]));
  const steps = (drawn: ReadonlyMap<string, Detail>, wanted: ReadonlyMap<string, Detail>) => {
    const made = [drawn];
    for (let now = drawn; ; ) {
      const next = addNextDetails(now, wanted, 20);
      if (next === now) return made;
      made.push(next);
      now = next;
    }
  };

  it('wanted cards come in steps; the others go last', () => {
    const made = steps(new Map([['gone', 'name']]), cards(100, 'full'));
    const sizes = made.map(({ size }) => size);
    expect(Math.max(...sizes.slice(1).map((size, index) => size - (sizes[index] ?? 0)))).toBe(20);
    expect(made.at(-2)?.has('gone')).toBe(true);
    expect(made.at(-1)).toEqual(cards(100, 'full'));
  });

  it('hidden cards are kept for a return, within a bound', () => {
    expect(steps(cards(100, 'full'), cards(100, 'full', 50)).at(-1)?.size).toBe(150);
    const many = steps(cards(400, 'full'), cards(100, 'full', 350)).at(-1);
    expect(many?.size).toBe(250);
    expect([...cards(100, 'full', 350).keys()].every((id) => many?.has(id))).toBe(true);
  });

  it('leaves no card where all are boxes', () => {
    expect(steps(cards(100, 'full'), new Map()).at(-1)?.size).toBe(0);
  });

  it('cards per frame grow while frames are in time, else halve', () => {
    expect(computeNextCardCount(4, 17)).toBe(5);
    expect(computeNextCardCount(20, 40)).toBe(10);
    expect(computeNextCardCount(3, 400)).toBe(3);
    expect(computeNextCardCount(24, 16)).toBe(24);
  });
});
