import { goTo } from '../../app/location.tsx';
import { paths } from '../../app/paths.ts';
import { Tabs } from '../../widgets/tabs/tabs.tsx';

const TABS = [
  { id: 'roles', label: 'Roles' },
  { id: 'users', label: 'Users' },
] as const;

/** Between the two lists of access management. */
export function AccessTabs({ selected }: { selected: 'roles' | 'users' }) {
  return (
    <Tabs
      label="Access management"
      tabs={TABS.map((tab) => ({ ...tab, keys: undefined }))}
      selected={selected}
      onSelect={(id) => goTo(id === 'users' ? paths.users() : paths.roles())}
    />
  );
}
