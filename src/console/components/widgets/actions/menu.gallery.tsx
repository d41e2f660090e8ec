import { useState } from 'react';
import type { GalleryPage } from '../gallery.ts';
import AnchoredMenu from './anchored-menu.tsx';
import { Button } from './button.tsx';
import { Menu, MoreMenu, SplitButton } from './menu.tsx';
import type { MenuEntry } from './menu-types.ts';

const nothing = () => undefined;
const ENTRIES: MenuEntry[] = [
  { id: 'open', label: 'Open', keys: 'Enter', onSelect: nothing },
  { id: 'edit', label: 'Edit Pipeline', keys: 'e', onSelect: nothing },
  {
    id: 'deploy',
    label: 'Deploy',
    icon: 'play',
    keys: 'd',
    disabledReason: 'The pipeline has no saved version',
    onSelect: nothing,
  },
  { id: 'name', label: 'Copy k8s-audit-reduce-of-the-cluster-in-the-region-eu-central', onSelect: nothing },
  { id: 'delete', label: 'Delete', keys: 'delete', danger: true, startsGroup: true, onSelect: nothing },
];
const MANY: MenuEntry[] = Array.from({ length: 40 }, (_, index) => ({
  id: `many-${index}`,
  label: `Version ${index + 1}`,
  onSelect: nothing,
}));

function Opened({ entries }: { entries: readonly MenuEntry[] }) {
  const [isOpen, setOpen] = useState(true);
  return (
    <main>
      <Button onClick={() => setOpen(true)}>Open the menu</Button>
      {isOpen && (
        <AnchoredMenu
          label="Row actions"
          entries={entries}
          anchor={{ x: 40, y: 60 }}
          returnFocus={null}
          onClose={() => setOpen(false)}
        />
      )}
    </main>
  );
}

const opened = (name: string, entries: readonly MenuEntry[]) => ({
  name,
  isAlone: true,
  render: () => <Opened entries={entries} />,
});

export default {
  title: 'Menus',
  states: [
    {
      name: 'button with a menu',
      render: () => (
        <Menu label="Export" entries={ENTRIES} trigger={<Button icon="download">Export</Button>} />
      ),
    },
    { name: 'three dots', render: () => <MoreMenu label="Row actions" entries={ENTRIES} /> },
    {
      name: 'split button',
      render: () => (
        <SplitButton keys="mod+s" onClick={nothing} menuLabel="More ways to save" entries={ENTRIES}>
          Save
        </SplitButton>
      ),
    },
    {
      name: 'split button that cannot run',
      render: () => (
        <SplitButton
          disabledReason="Nothing has changed"
          onClick={nothing}
          menuLabel="More ways to save"
          entries={ENTRIES}
        >
          Save
        </SplitButton>
      ),
    },
    opened('open', ENTRIES),
    opened('open, more than fit', MANY),
  ],
} satisfies GalleryPage;
