import type { GalleryPage } from '../gallery.ts';
import { ChangeList } from './change-list.tsx';
import type { Change } from './types.ts';

const changes: readonly Change[] = [
  {
    key: 'trim',
    kind: 'changed',
    title: 'Trim bulk fields',
    note: 'Remove fields',
    lines: [
      { label: 'Fields', before: 'metadata.managedFields', after: 'userAgent\nannotations', isPart: true },
      { label: 'On error', before: 'Keep (default)', after: 'Drop' },
    ],
  },
  { key: 'geo', kind: 'added', title: 'Enrich GeoIP', note: 'Lookup', lines: [] },
  { key: 'agg', kind: 'removed', title: 'Aggregate metrics', note: 'Aggregate', lines: [] },
  { key: 'edge', kind: 'changed', title: 'Parse audit JSON → siem-hot', note: 'connection', lines: [] },
];

const long: Change = {
  key: 'long',
  kind: 'changed',
  title: 'A transform whose name goes on for as long as a name may go on, and then some more words',
  note: 'Set fields',
  warning: 'You changed it too',
  lines: [
    { label: 'Value', before: 'x'.repeat(180), after: `${'y'.repeat(90)}\n${'z'.repeat(90)}` },
    { label: 'Token', before: 'set, not shown', after: 'set, not shown' },
  ],
};

const page: GalleryPage = {
  title: 'Change list',
  states: [
    {
      name: 'changes',
      render: () => <ChangeList label="Changes" changes={changes} onOpen={() => undefined} />,
    },
    { name: 'read only', render: () => <ChangeList label="Changes" changes={changes.slice(0, 2)} /> },
    { name: 'long texts and a warning', render: () => <ChangeList label="Changes" changes={[long]} /> },
    {
      name: 'many',
      render: () => (
        <ChangeList
          label="Changes"
          changes={Array.from({ length: 30 }, (_, index) => ({
            key: String(index),
            kind: 'added' as const,
            title: `Node ${index + 1}`,
            note: 'Filter',
            lines: [],
          }))}
        />
      ),
    },
  ],
};
export default page;
