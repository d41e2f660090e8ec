import { useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import { FilterBar } from './filter-bar.tsx';
import { createNamedOptions, createOptionGroups, LONG, STATUSES } from './filters.gallery-data.ts';
import type { FilterView, Selected } from './types.ts';

const makeFilters = (counts: number): FilterView[] => [
  { id: 'status', label: 'Status', kind: 'multi', options: STATUSES, selected: 'all', isDefault: true },
  {
    id: 'source',
    label: 'Source',
    kind: 'multi',
    options: createNamedOptions(counts),
    selected: 'all',
    isDefault: true,
  },
  {
    id: 'type',
    label: 'Type',
    kind: 'grouped',
    groups: createOptionGroups(counts),
    noun: { one: 'template', many: 'templates' },
    selected: 'all',
    isDefault: true,
  },
  { id: 'level', label: 'Level', kind: 'single', options: STATUSES, selected: 'all', isDefault: true },
];

type OwnerProps = { filters: FilterView[]; initial?: Record<string, Selected>; result?: string };

function Owner({ filters, initial = {}, result }: OwnerProps) {
  const [choices, setChoices] = useState(initial);
  const choose = (id: string, selected: Selected) => setChoices((former) => ({ ...former, [id]: selected }));
  const shown = filters.map((filter) => {
    const selected = choices[filter.id] ?? 'all';
    return { ...filter, selected, isDefault: selected === 'all' };
  });
  return (
    <FilterBar
      label="Filter pipelines"
      filters={shown}
      onPick={choose}
      onAll={(id) => choose(id, 'all')}
      onClear={(id) => choose(id, [])}
      canReset={shown.some((filter) => !filter.isDefault)}
      onReset={() => setChoices({})}
      result={result}
    />
  );
}

const CHOSEN = { status: ['error'], source: ['id-1', 'id-4'], type: [] };

export default {
  title: 'Filter bar',
  states: [
    { name: 'at the defaults', render: () => <Owner filters={makeFilters(10)} /> },
    {
      name: 'narrowed, with Reset',
      render: () => <Owner filters={makeFilters(11)} initial={CHOSEN} result="2 of 31 pipelines" />,
    },
    {
      name: 'nothing matches',
      render: () => <Owner filters={makeFilters(3)} initial={{ status: [] }} result="0 of 31 pipelines" />,
    },
    { name: '60 options', render: () => <Owner filters={makeFilters(60)} /> },
    { name: '500 options', render: () => <Owner filters={makeFilters(500)} initial={CHOSEN} /> },
    {
      name: 'long labels',
      render: () => (
        <Owner
          filters={makeFilters(3).map((filter) =>
            filter.kind === 'grouped' ? filter : { ...filter, options: LONG },
          )}
          initial={{ status: ['long', 'words'], source: ['long'], level: ['words'] }}
        />
      ),
    },
    {
      name: 'values on their way',
      render: () => (
        <Owner
          filters={makeFilters(0).map((filter) => ({ ...filter, isLoading: true }))}
          initial={{ source: ['id-1', 'id-2'] }}
        />
      ),
    },
    {
      name: 'disabled with its reason',
      render: () => (
        <Owner
          filters={makeFilters(3).map((filter) => ({
            ...filter,
            disabledReason: 'The sources could not be read',
          }))}
        />
      ),
    },
  ],
} satisfies GalleryPage;
