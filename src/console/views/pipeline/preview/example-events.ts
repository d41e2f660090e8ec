import type { PreviewSample } from '../../../../../machines/preview/index.ts';
import type { StartingPoint } from '../../../../contract/entities/starting-point.ts';
import type { Draft } from '../../../../graph/draft.ts';
import { fetchCall } from '../../../api/use-call.ts';

/** Starting points change only with the product's version. */
export const STARTING_POINTS_FRESH_MS = 3_600_000;

export const loadExamples = async (): Promise<readonly StartingPoint[]> =>
  (await fetchCall('listStartingPoints', {}, STARTING_POINTS_FRESH_MS)).startingPoints;

/** At least half of the starting point's transforms are still in the draft. */
export function findStartingPoint(
  { nodes }: Pick<Draft, 'nodes'>,
  points: readonly StartingPoint[],
): StartingPoint | undefined {
  const has = new Set(Object.values(nodes).map(({ templateId, name }) => `${templateId} ${name}`));
  const computeShare = ({ transforms }: StartingPoint): number =>
    transforms.filter(({ templateId, name }) => has.has(`${templateId} ${name}`)).length / transforms.length;
  const [best] = points.toSorted((a, b) => computeShare(b) - computeShare(a));
  return best && computeShare(best) >= 0.5 ? best : undefined;
}

export const createExampleSample = ({ title, sample }: StartingPoint): PreviewSample => ({
  origin: 'file',
  name: `${title}: example events`,
  events: sample,
  startComponentId: '',
});
