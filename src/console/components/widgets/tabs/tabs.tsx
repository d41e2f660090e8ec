import { Tab, TabList, TabProvider } from '@ariakit/react';
import type { ReactNode } from 'react';
import { KeySequence } from '../keys/key-chip.tsx';
import { type BadgeTone, CountBadge } from '../status/badge.tsx';
import * as css from './tabs.css.ts';

export type TabItem = {
  id: string;
  label: string;
  keys?: string | undefined;
  count?: number | undefined;
  countTone?: BadgeTone;
  /** For screen readers: what is counted. */
  countLabel?: string;
};

type TabsProps = {
  label: string;
  tabs: readonly TabItem[];
  selected: string;
  onSelect: (id: string) => void;
  actions?: ReactNode;
};

/** The owner renders the panel with `buildTabPanelProps(selected)`. */
export function Tabs({ label, tabs, selected, onSelect, actions }: TabsProps) {
  return (
    <div className={css.bar}>
      <TabProvider
        selectedId={`tab-${selected}`}
        setSelectedId={(id) => id && onSelect(id.slice('tab-'.length))}
      >
        <TabList aria-label={label} className={css.list}>
          {tabs.map((tab) => (
            <Tab
              key={tab.id}
              id={`tab-${tab.id}`}
              className={css.tab}
              aria-controls={tab.id === selected ? `panel-${tab.id}` : undefined}
              aria-keyshortcuts={tab.keys}
            >
              {tab.label}
              {tab.count !== undefined && tab.count > 0 && (
                <CountBadge
                  count={tab.count}
                  tone={tab.countTone ?? 'neutral'}
                  label={tab.countLabel ?? ''}
                />
              )}
              {tab.keys && <KeySequence binding={tab.keys} decorative />}
            </Tab>
          ))}
        </TabList>
      </TabProvider>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
