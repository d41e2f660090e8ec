import type { GalleryPage } from '../gallery.ts';
import { type Stage, StageBars } from './stage-bars.tsx';

const stage = (id: string, name: string, input: number, output: number): Stage => ({
  id,
  name,
  input,
  output,
  percent: input === 0 ? null : 100 * (1 - output / input),
});
const STAGES = [
  stage('1', 'Parse audit JSON', 1.84e12, 1.81e12),
  stage('2', 'Drop health probes', 1.81e12, 1.2e12),
  stage('3', 'Trim bulk fields', 1.15e12, 527e9),
  stage('4', 'Add where it came from', 77e9, 112e9),
  stage('5', 'Nothing came in yet', 0, 0),
];
const TITLE = 'Input and output of each transform';
const retry = () => undefined;

export default {
  title: 'Stage bars',
  states: [
    { name: 'bytes', render: () => <StageBars title={TITLE} stages={STAGES} unit="bytes" /> },
    { name: 'events', render: () => <StageBars title={TITLE} stages={STAGES} unit="events" /> },
    {
      name: 'long names',
      render: () => (
        <StageBars
          title={TITLE}
          stages={STAGES.map((one) => ({ ...one, name: `${one.name} of every destination of the site` }))}
          unit="bytes"
        />
      ),
    },
    { name: 'loading', render: () => <StageBars title={TITLE} stages={[]} unit="bytes" loading /> },
    { name: 'no data', render: () => <StageBars title={TITLE} stages={[]} unit="bytes" /> },
    {
      name: 'error',
      render: () => (
        <StageBars
          title={TITLE}
          stages={[]}
          unit="bytes"
          error={{ message: 'The service did not answer in time' }}
          onRetry={retry}
        />
      ),
    },
  ],
} satisfies GalleryPage;
