import { describe, expect, it } from 'vitest';
import { formatMoney } from '../../lib/format-money.ts';
import { computeCountDelta, computeQuantityDelta, computeShareDelta } from './deltas.ts';

describe('a figure against the window before', () => {
  it('says sign, size, word and direction', () => {
    expect(computeQuantityDelta(112, 100)).toEqual({
      text: '+12.0%',
      words: 'more than before',
      direction: 'up',
    });
    expect(computeQuantityDelta(50, 100)).toMatchObject({
      text: '−50.0%',
      words: 'less than before',
      direction: 'down',
    });
    expect(computeQuantityDelta(100, 100)).toMatchObject({ text: 'Same', direction: 'same' });
    expect(computeQuantityDelta(2_000_000, 100)).toMatchObject({ text: '+2M%' });
  });

  it('says nothing where nothing flowed before, or nothing is known', () => {
    expect(computeQuantityDelta(5, 0)).toBeUndefined();
    expect(computeQuantityDelta(undefined, 3)).toBeUndefined();
    expect(computeShareDelta(50, null)).toBeUndefined();
    expect(computeCountDelta(0, 0)).toBeUndefined();
  });

  it('compares shares in points, and holds a greater saving for better', () => {
    expect(computeShareDelta(67.2, 64)).toMatchObject({ text: '+3.2 points', direction: 'up', tone: 'ok' });
    expect(computeShareDelta(10, 64)).toMatchObject({
      text: '−54.0 points',
      direction: 'down',
      tone: 'warn',
    });
  });

  it('counts errors whole, and holds more of them for worse', () => {
    expect(computeCountDelta(7, 2)).toMatchObject({ text: '+5', words: 'more than before', tone: 'warn' });
    expect(computeCountDelta(2, 7)).toMatchObject({ text: '−5', words: 'less than before', tone: 'ok' });
  });
});

it('money is in cents and a currency, a loss with a minus sign', () => {
  expect(formatMoney(1234.5, 'EUR')).toEqual({ value: '1,234.50', unit: 'EUR' });
  expect(formatMoney(-0.001, 'USD')).toEqual({ value: '0.00', unit: 'USD' });
  expect(formatMoney(-3, 'USD')).toEqual({ value: '−3.00', unit: 'USD' });
  expect(formatMoney(2_500_000, 'USD')).toEqual({ value: '2.5M', unit: 'USD' });
});
