import { Tabs } from '../../components/widgets/tabs/tabs.tsx';
import { paths } from '../../lib/paths.ts';
import { goTo } from '../../state/location.tsx';

const TABS = [
  { id: 'events', label: 'Events', keys: undefined, path: paths.alerts() },
  { id: 'rules', label: 'Rules', keys: undefined, path: paths.alertRules() },
  { id: 'channels', label: 'Channels', keys: undefined, path: paths.alertChannels() },
  { id: 'silences', label: 'Silences', keys: undefined, path: paths.alertSilences() },
] as const;

export type AlertTab = (typeof TABS)[number]['id'];

export const AlertTabs = ({ selected }: { selected: AlertTab }) => (
  <Tabs
    label="Alerts"
    tabs={TABS}
    selected={selected}
    onSelect={(id) => goTo(TABS.find((tab) => tab.id === id)?.path ?? paths.alerts())}
  />
);
