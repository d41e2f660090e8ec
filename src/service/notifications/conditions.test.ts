import { describe, expect, test } from 'vitest';
import type { HealthReason } from '../../contract/entities/health.ts';
import { createConditionWatch, listConditions, SETTLE_MS } from './conditions.ts';

const node = (rules: HealthReason['rule'][], bufferShare: number | null = null) => ({
  pipelineId: 'p',
  componentId: 'out',
  nodeId: 'out',
  reasons: rules.map((rule): HealthReason => ({ rule, state: 'failing', text: `because of ${rule}` })),
  figures: { bufferShare },
});
const names = { siteId: 's', pipeline: 'web', node: 'archive' };
const told = (...parts: Parameters<typeof node>) =>
  listConditions(node(...parts)).map((one) => one.tell(names).subCategory);

describe('which conditions of a node are reported', () => {
  test('a destination that delivers nothing, a silent source, a buffer over 80%', () => {
    expect(told([])).toEqual([]);
    expect(told(['delivery'])).toEqual(['DESTINATION_DOWN']);
    expect(told(['silence'])).toEqual(['SOURCE_SILENT']);
    expect(told([], 0.79)).toEqual([]);
    expect(told(['delivery'], 0.8)).toEqual(['DESTINATION_DOWN', 'BUFFER_FILLING']);
    expect(told(['errors', 'lag', 'loss', 'utilisation', 'heldBack'], 0.5)).toEqual([]);
  });

  test('says which one, and why', () => {
    const [condition] = listConditions(node(['delivery']));
    expect(condition?.tell(names)).toMatchObject({
      siteId: 's',
      pipelineId: 'p',
      nodeId: 'out',
      severity: 'error',
      message: "'archive' is not receiving data from 'web'",
      reason: 'because of delivery',
    });
  });
});

describe('when a condition is reported', () => {
  const down = listConditions(node(['delivery']));
  const keys = (list: readonly { key: string }[]) => list.map((one) => one.key);
  const at = (watch: ReturnType<typeof createConditionWatch>, now: number, isDown: boolean) => {
    const { begun, over } = watch.turn(isDown ? down : [], now);
    return [...keys(begun).map((key) => `+${key}`), ...keys(over).map((key) => `-${key}`)];
  };
  const KEY = 'delivery:p:out';

  test('once it lasts, once, and its end once it stays away', () => {
    const watch = createConditionWatch();
    expect(at(watch, 0, true)).toEqual([]);
    expect(at(watch, SETTLE_MS - 1, true)).toEqual([]);
    expect(at(watch, SETTLE_MS, true)).toEqual([`+${KEY}`]);
    expect(at(watch, SETTLE_MS * 5, true)).toEqual([]);
    expect(at(watch, SETTLE_MS * 5 + 1, false)).toEqual([]);
    expect(at(watch, SETTLE_MS * 6 + 1, false)).toEqual([`-${KEY}`]);
    expect(at(watch, SETTLE_MS * 9, false)).toEqual([]);
  });

  test('a flickering condition is neither new nor over', () => {
    const watch = createConditionWatch();
    for (let time = 0; time < 10 * SETTLE_MS; time += SETTLE_MS / 2)
      expect(at(watch, time, (time / SETTLE_MS) % 1 === 0)).toEqual([]);
    at(watch, 20 * SETTLE_MS, true);
    expect(at(watch, 21 * SETTLE_MS, true)).toEqual([`+${KEY}`]);
    expect(at(watch, 21 * SETTLE_MS + 1, false)).toEqual([]);
    expect(at(watch, 22 * SETTLE_MS - 1, true)).toEqual([]);
    expect(at(watch, 23 * SETTLE_MS, false)).toEqual([]);
  });

  test('conditions from before a restart are not repeated, and end', () => {
    const watch = createConditionWatch();
    watch.adopt({ key: KEY, pipelineId: 'p', nodeId: 'out' }, 0);
    expect(at(watch, SETTLE_MS * 2, false)).toEqual([]);
    expect(at(watch, SETTLE_MS * 3, true)).toEqual([]);
    expect(at(watch, SETTLE_MS * 4, false)).toEqual([]);
    expect(at(watch, SETTLE_MS * 5, false)).toEqual([`-${KEY}`]);
  });
});
