import { describe, expect, it } from 'vitest';
import { formatMoney } from '../../../contract/figures.ts';
import { computeCountDelta, computeLevelDelta, computeQuantityDelta, computeShareDelta } from './deltas.ts';

describe('a figure against the window before', () => {
  it('says sign, size, word and direction', () => {
    expect(computeQuantityDelta(112, 100, 'previous hour')).toEqual({
      text: '+12.0%',
      words: 'vs previous hour',
      direction: 'up',
    });
    expect(computeQuantityDelta(50, 100, 'previous hour')).toMatchObject({
      text: '−50.0%',
      words: 'vs previous hour',
      direction: 'down',
    });
    expect(computeQuantityDelta(100, 100, 'previous hour')).toMatchObject({
      text: 'Same',
      direction: 'same',
    });
    expect(computeQuantityDelta(2_000_000, 100, 'previous hour')).toMatchObject({ text: '+2M%' });
  });

  it('says nothing where nothing flowed before, or nothing is known', () => {
    expect(computeQuantityDelta(5, 0, 'previous hour')).toBeUndefined();
    expect(computeQuantityDelta(undefined, 3, 'previous hour')).toBeUndefined();
    expect(computeShareDelta(50, null, 'previous hour')).toBeUndefined();
    expect(computeCountDelta(0, 0, 'previous hour')).toBeUndefined();
  });

  it('compares shares in points, and holds a greater saving for better', () => {
    expect(computeShareDelta(67.2, 64, 'previous hour')).toMatchObject({
      text: '+3.2 points',
      direction: 'up',
      tone: 'ok',
    });
    expect(computeShareDelta(10, 64, 'previous hour')).toMatchObject({
      text: '−54.0 points',
      direction: 'down',
      tone: 'warn',
    });
  });

  it('counts errors whole, and holds more of them for worse', () => {
    expect(computeCountDelta(7, 2, 'previous hour')).toMatchObject({
      text: '+5',
      words: 'vs previous hour',
      tone: 'warn',
    });
    expect(computeCountDelta(2, 7, 'previous hour')).toMatchObject({
      text: '−5',
      words: 'vs previous hour',
      tone: 'ok',
    });
  });
});

it('what waits is compared in bytes, since nothing may have waited before', () => {
  expect(computeLevelDelta(6e6, 0, 'previous hour')).toEqual({
    text: '+6 MB',
    words: 'vs previous hour',
    direction: 'up',
    tone: 'warn',
  });
  expect(computeLevelDelta(0, 0, 'previous hour')).toBeUndefined();
});

it('money is in cents and a currency, a loss with a minus sign', () => {
  expect(formatMoney(1234.5, 'EUR')).toEqual({ value: '1,234.50', unit: 'EUR' });
  expect(formatMoney(-0.001, 'USD')).toEqual({ value: '0.00', unit: 'USD' });
  expect(formatMoney(-3, 'USD')).toEqual({ value: '−3.00', unit: 'USD' });
  expect(formatMoney(2_500_000, 'USD')).toEqual({ value: '2.5M', unit: 'USD' });
});
