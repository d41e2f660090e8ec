import { afterEach, expect, test, vi } from 'vitest';
import type { CommandContext } from '../../commands/context.ts';
import { flagsOn } from '../../state/flags.ts';
import { analysisCommands } from './analysis.commands.ts';

const [analyze] = analysisCommands;
const ID = '200000000000000002';
const PIPELINE = { id: '300000000000000001', name: 'Web logs' };
const navigate = vi.fn();

const context = (users: readonly { id: string; name: string }[], archivalEnabled = false) => {
  const current = { id: ID, name: 'Archive', archivalEnabled };
  const list = { current, connections: [current], usersOf: () => users };
  return { scopes: { 'destinations.list': list }, navigate } as unknown as CommandContext;
};

afterEach(() => flagsOn.set(undefined));

test('a destination opens the insights of what arrives, at its pipeline [R6-20]', () => {
  const ctx = context([PIPELINE]);
  expect(analyze.enabled(ctx, {})).toBe(true);
  const [, pipeline] = analyze.args;
  expect(pipeline.given?.(ctx, { id: ID })).toEqual({ id: PIPELINE.id, label: PIPELINE.name });
  expect(pipeline.given?.(context([PIPELINE, PIPELINE]), { id: ID })).toBeUndefined();
  analyze.run(ctx, { id: ID, pipeline: PIPELINE.id });
  expect(navigate).toHaveBeenCalledWith(`/pipelines/${PIPELINE.id}?view=dataInsights&at=${ID}`);
});

test('analysis of destinations: the flag, an archive and no pipeline say why not [R6-19]', () => {
  expect(analyze.enabled(context([]), {})).toBe('No pipeline delivers to this destination yet');
  expect(analyze.enabled(context([PIPELINE], true), {})).toMatch(/^It holds archives of sources/);
  flagsOn.set(new Set());
  expect(analyze.enabled(context([PIPELINE]), {})).toBe(
    'Analysis of destinations is turned off on this service',
  );
  flagsOn.set(new Set(['sinkSsa']));
  expect(analyze.enabled(context([PIPELINE]), {})).toBe(true);
});
