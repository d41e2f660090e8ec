import type { GalleryPage } from '../gallery.ts';
import { type TransformationRow, TransformationsCard } from './transformations-card.tsx';

const row = (id: string, name: string, input: number, output: number): TransformationRow => ({
  id,
  name,
  pipelineName: 'k8s-audit-reduce',
  pipelineHref: '/pipelines/300000000000000001',
  input,
  output,
  percent: input === 0 ? null : 100 * (1 - output / input),
});
const ROWS = [
  row('1', 'Select failures', 77e9, 73.4e9),
  row('2', 'Parse audit JSON', 1.84e12, 1.81e12),
  row('3', 'Drop health probes', 1.74e12, 1.2e12),
  { ...row('4', 'Of a deleted pipeline', 12e6, 15e6), pipelineHref: undefined, pipelineName: 'old-web' },
  row('5', 'Nothing came in yet', 0, 0),
];
const MANY = Array.from({ length: 40 }, (_, index) =>
  row(`m${index}`, `Transform ${index} with a rather long name that does not fit`, index * 1e7, index * 4e6),
);
const follow = () => undefined;

export default {
  title: 'Transformations card',
  states: [
    { name: 'rows', render: () => <TransformationsCard rows={ROWS} onFollow={follow} /> },
    { name: 'events', render: () => <TransformationsCard rows={ROWS} unit="events" onFollow={follow} /> },
    { name: 'many rows', render: () => <TransformationsCard rows={MANY} onFollow={follow} /> },
    { name: 'no data', render: () => <TransformationsCard rows={[]} onFollow={follow} /> },
    { name: 'loading', render: () => <TransformationsCard rows={[]} onFollow={follow} loading /> },
    {
      name: 'error',
      render: () => (
        <TransformationsCard
          rows={[]}
          onFollow={follow}
          error={{ message: 'The service did not answer in time' }}
          onRetry={follow}
        />
      ),
    },
  ],
} satisfies GalleryPage;
