import type { KeyboardEvent, ReactNode } from 'react';
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

const MOVES: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowRight: (index, count) => (index + 1) % count,
  ArrowLeft: (index, count) => (index + count - 1) % count,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/**
 * One stop of the Tab key; arrows, Home and End select. The owner renders the panel with
 * `buildTabPanelProps(selected)`.
 */
export function Tabs({ label, tabs, selected, onSelect, actions }: TabsProps) {
  const index = tabs.findIndex(({ id }) => id === selected);
  const move = (event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event;
    const next = altKey || ctrlKey || metaKey || shiftKey ? undefined : MOVES[key]?.(index, tabs.length);
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab) return;
    event.preventDefault();
    document.getElementById(`tab-${tab.id}`)?.focus();
    if (tab.id !== selected) onSelect(tab.id);
  };
  return (
    <div className={css.bar}>
      <div role="tablist" aria-label={label} aria-orientation="horizontal" className={css.list}>
        {tabs.map((tab, place) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            id={`tab-${tab.id}`}
            className={css.tab}
            aria-selected={tab.id === selected}
            aria-controls={tab.id === selected ? `panel-${tab.id}` : undefined}
            aria-keyshortcuts={tab.keys}
            tabIndex={place === Math.max(0, index) ? 0 : -1}
            onClick={() => onSelect(tab.id)}
            onKeyDown={move}
          >
            {tab.label}
            {tab.count !== undefined && tab.count > 0 && (
              <CountBadge count={tab.count} tone={tab.countTone ?? 'neutral'} label={tab.countLabel ?? ''} />
            )}
            {tab.keys && <KeySequence binding={tab.keys} decorative />}
          </button>
        ))}
      </div>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}
