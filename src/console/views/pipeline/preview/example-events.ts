import type { Draft } from '../../../../../machines/pipeline-editor/index.ts';
import type { PreviewSample } from '../../../../../machines/preview/index.ts';
import type { StartingPoint } from '../../../../contract/starting-points/index.ts';

/** The starting points with their events; they come with the first need. */
export const loadExamples = async (): Promise<readonly StartingPoint[]> =>
  (await import('../../../../contract/starting-points/index.ts')).STARTING_POINTS;

/** The starting point a draft was made from: one of which it still has half of the transforms. */
export function pointOf(
  { nodes }: Pick<Draft, 'nodes'>,
  points: readonly StartingPoint[],
): StartingPoint | undefined {
  const has = new Set(Object.values(nodes).map(({ templateId, name }) => `${templateId} ${name}`));
  const shareOf = ({ transforms }: StartingPoint): number =>
    transforms.filter(({ templateId, name }) => has.has(`${templateId} ${name}`)).length / transforms.length;
  const [best] = points.toSorted((a, b) => shareOf(b) - shareOf(a));
  return best && shareOf(best) >= 0.5 ? best : undefined;
}

/** The events of a starting point as a source takes them in; they are made up, and so they are named. */
export const exampleSample = ({ title, sample }: StartingPoint): PreviewSample => ({
  origin: 'file',
  name: `${title}: example events`,
  events: sample,
  startComponentId: '',
});
