import { useState } from 'react';
import { Button } from '../actions/button.tsx';
import type { GalleryPage } from '../gallery.ts';
import { buildTabPanelProps } from './tab-panel.ts';
import { type TabItem, Tabs } from './tabs.tsx';

const TABS: TabItem[] = [
  { id: 'overview', label: 'Overview', keys: '1' },
  { id: 'analytics', label: 'Analytics', keys: '2' },
  { id: 'errors', label: 'Pipeline Errors', keys: '3', count: 3, countTone: 'err', countLabel: 'errors' },
];
const MANY: TabItem[] = Array.from({ length: 14 }, (_, index) => ({
  id: `many-${index}`,
  label: `Section with a name ${index + 1}`,
}));

function Stateful({ tabs, label }: { tabs: TabItem[]; label: string }) {
  const [selected, setSelected] = useState(tabs[0]?.id ?? '');
  return (
    <>
      <Tabs
        label={label}
        tabs={tabs}
        selected={selected}
        onSelect={setSelected}
        actions={<Button size="small">Refresh</Button>}
      />
      <div {...buildTabPanelProps(selected)}>{tabs.find(({ id }) => id === selected)?.label}</div>
    </>
  );
}

export default {
  title: 'Tabs',
  states: [
    { name: 'with keys and a count', render: () => <Stateful label="Pipeline" tabs={TABS} /> },
    { name: 'more than fit', render: () => <Stateful label="Sections" tabs={MANY} /> },
  ],
} satisfies GalleryPage;
