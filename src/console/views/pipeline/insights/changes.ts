import type { Condition } from '../../../../contract/conditions.ts';
import type { DataInsights, PatternInsight } from '../../../../contract/entities/insights.ts';
import { type Change, cutName } from '../editor/change.ts';

const KEEP_ONE_IN = 10;

const isInside = (path: string, other: string): boolean => path !== other && path.startsWith(`${other}.`);

/** Removes paths that are inside another one. */
export const listOutermostPaths = (paths: readonly string[]): string[] =>
  paths.filter((path) => !paths.some((other) => isInside(path, other)));

export function createRemoval(paths: readonly string[]): Change {
  const fields = listOutermostPaths(paths);
  const name = fields.length === 1 ? `Remove ${fields[0]}` : `Remove ${fields.length} fields`;
  return { templateId: 'remove_fields', name: cutName(name), config: { fields } };
}

export const sumRemovedBytes = ({ fields }: DataInsights, paths: readonly string[]): number =>
  listOutermostPaths(paths).reduce(
    (sum, path) => sum + (fields.find((one) => one.path === path)?.bytes ?? 0),
    0,
  );

const createMatchCondition = (field: string, { expression }: PatternInsight): Condition => ({
  match: 'all',
  rules: [{ field, operator: 'matches', value: expression }],
});

export const createDropping = (field: string, pattern: PatternInsight): Change => ({
  templateId: 'filter',
  name: 'Drop a form of message',
  config: { action: 'drop', match: createMatchCondition(field, pattern) },
});

/** Keeps one in ten messages of a pattern, and all others. */
export const createSampling = (field: string, pattern: PatternInsight): Change => ({
  templateId: 'sample',
  name: 'Sample an event pattern',
  config: { mode: 'one_in', rate: KEEP_ONE_IN, condition: createMatchCondition(field, pattern) },
});
