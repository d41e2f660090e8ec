import type { GalleryPage } from '../gallery.ts';
import { type PickableType, TypePicker } from './type-picker.tsx';

const TYPES: PickableType[] = [
  {
    id: 'http',
    name: 'HTTP',
    description: 'Takes events sent by POST, and answers once they are safe at every destination.',
    icon: 'source',
    group: 'Push',
    lossReasons: [],
  },
  {
    id: 'syslog',
    name: 'Syslog',
    description: 'Takes syslog messages over TCP and UDP.',
    icon: 'server',
    group: 'Push',
    lossReasons: ['Over UDP it can lose data: senders over UDP are not told of failures.'],
  },
  {
    id: 'tail',
    name: 'File tail',
    description: 'Follows files that grow.',
    icon: 'source',
    group: 'System',
    lossReasons: [],
  },
];

const many = (count: number): PickableType[] =>
  Array.from({ length: count }, (_, at) => ({
    id: `type-${at}`,
    name: `A type with quite a long name for a list of this width, number ${at + 1}`,
    description: `What number ${at + 1} is for, said in a sentence that needs more than one line of the list.`,
    icon: 'source',
    group: ['Push', 'Pull', 'Object stores', 'Generators'][at % 4] ?? 'Push',
    lossReasons: at % 5 === 0 ? ['Receivers do not say what they took.'] : [],
  }));

const show = (types: readonly PickableType[], recent?: string[]) => () => (
  <div style={{ width: 364, height: 480, display: 'flex' }}>
    <TypePicker
      label="Types of source"
      types={types}
      recent={recent ?? []}
      onChoose={() => {}}
      onCancel={() => {}}
    />
  </div>
);

export default {
  title: 'Type picker',
  states: [
    { name: 'groups', render: show(TYPES), isAlone: true },
    { name: 'chosen last', render: show(TYPES, ['syslog']), isAlone: true },
    { name: 'many', render: show(many(40)), isAlone: true },
    { name: 'none', render: show([]), isAlone: true },
  ],
} satisfies GalleryPage;
